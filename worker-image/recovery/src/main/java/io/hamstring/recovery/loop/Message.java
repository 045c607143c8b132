package io.hamstring.recovery.loop;

import io.hamstring.contract.report.WorkerRole;
import io.hamstring.recovery.port.FailedCall;
import io.hamstring.recovery.processing.Result;

/** What the crew tells the loop. */
public sealed interface Message {

  /**
   * A batch was worked on.
   *
   * @param result what came of it, or null
   * @param failure what it failed of, or null
   */
  record BatchEnded(Item item, Result<?> result, Throwable failure) implements Message {}

  /**
   * A transaction came to an end.
   *
   * @param failure null if it was committed
   */
  record TransactionEnded(Transaction transaction, FailedCall failure) implements Message {}

  /**
   * A step of a plan came to an end.
   *
   * @param number of the step, so that a step of a plan that was given up is not taken for a newer
   *     one
   * @param failure null if it was done
   */
  record StepEnded(long number, FailedCall failure) implements Message {}

  /**
   * Whether the dead-letter topic is there.
   *
   * @param failure why that is not known, or null
   */
  record TopicChecked(boolean exists, FailedCall failure) implements Message {}

  /**
   * Whether a broker answers.
   *
   * @param failure why none does, or null
   */
  record BrokersAsked(FailedCall failure) implements Message {}

  /** The worker is told what to be in its stage. */
  record Told(WorkerRole role) implements Message {}

  /** Nothing happened but that the loop should look around. */
  record Wake() implements Message {}
}
