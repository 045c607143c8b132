package io.hamstring.recovery.loop;

import io.hamstring.contract.FailureKind;
import io.hamstring.recovery.plan.RecoveryEvent;
import io.hamstring.recovery.port.FailedCall;
import io.hamstring.recovery.port.RejectedOutput;
import java.time.Duration;

/** What follows from how a transaction ended. Confined to the loop thread. */
final class TransactionEnds {

  private final Commits commits;
  private final Course course;
  private final Poison poison;
  private final Steps steps;
  private final Journal journal;
  private final Time time;
  private final Duration timeout;

  /**
   * @param timeout after which the brokers end a transaction themselves
   */
  TransactionEnds(
      Commits commits,
      Course course,
      Poison poison,
      Steps steps,
      Journal journal,
      Time time,
      Duration timeout) {
    this.commits = commits;
    this.course = course;
    this.poison = poison;
    this.steps = steps;
    this.journal = journal;
    this.time = time;
    this.timeout = timeout;
  }

  void ended(Message.TransactionEnded ended) {
    var now = time.nanos();
    if (ended.failure() != null) {
      failed(ended.transaction(), ended.failure(), now);
      return;
    }
    journal.committed(ended.transaction(), time.now(), now);
    commits.committed(now);
    course.decide(new RecoveryEvent.Committed());
  }

  private void failed(Transaction aborted, FailedCall failure, long now) {
    var kind = failure.kind();
    commits.failed(now);
    journal.aborted();
    steps.transactionFailed(kind);
    if (kind == FailureKind.COMMIT_REFUSED) {
      journal.refused();
    }
    boolean letterRefused =
        aborted.batches().stream().anyMatch(Finished::gaveUp)
            && (kind == FailureKind.TOPIC_MISSING || kind == FailureKind.NOT_AUTHORIZED);
    boolean late = now - aborted.startedAt() >= timeout.toNanos();
    if (kind == FailureKind.PRODUCER_LOST && late) {
      course.timedOut(failure.getMessage());
    } else {
      course.fail(letterRefused ? FailureKind.RECORD_REJECTED : kind, failure.getMessage());
    }
    steps.afterCommitAgain(
        () -> {
          if (letterRefused) {
            poison.lettersRefused(aborted, failure.getMessage(), time.nanos());
          } else if (failure instanceof RejectedOutput rejected) {
            poison.isolate(aborted, rejected);
          }
        });
  }
}
