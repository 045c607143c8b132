package io.hamstring.recovery.loop;

import io.hamstring.contract.FailureKind;
import io.hamstring.recovery.processing.ProcessorUnavailableException;

/** Takes what the crew tells to whom it concerns. Confined to the loop thread. */
final class Dispatch {

  private final Time time;
  private final Floor floor;
  private final Course course;
  private final Steps steps;
  private final Outage outage;
  private final Poison poison;
  private final Duty duty;
  private final TransactionEnds transactions;

  Dispatch(
      Time time,
      Floor floor,
      Course course,
      Steps steps,
      Outage outage,
      Poison poison,
      Duty duty,
      TransactionEnds transactions) {
    this.time = time;
    this.floor = floor;
    this.course = course;
    this.steps = steps;
    this.outage = outage;
    this.poison = poison;
    this.duty = duty;
    this.transactions = transactions;
  }

  void take(Message message) {
    if (message instanceof Message.BatchEnded ended) {
      var cause = ended.failure() instanceof ProcessorUnavailableException e ? e : null;
      if (floor.takeBack(ended, cause != null, time.nanos())) {
        course.fail(FailureKind.PROCESSOR_UNAVAILABLE, cause.getMessage());
      }
    } else if (message instanceof Message.BrokersAsked asked) {
      outage
          .confirmed(asked)
          .filter(detail -> course.isCalm())
          .ifPresent(detail -> course.fail(FailureKind.TRANSPORT_LOST, detail));
    } else if (message instanceof Message.TopicChecked checked) {
      poison.lettersChecked(checked, time.nanos());
    } else if (message instanceof Message.Told told) {
      duty.told(told.role());
    } else if (message instanceof Message.TransactionEnded ended) {
      transactions.ended(ended);
    } else if (message instanceof Message.StepEnded ended) {
      steps.ended(ended);
    }
  }
}
