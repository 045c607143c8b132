package io.hamstring.recovery.plan;

import io.hamstring.contract.FailureKind;
import java.time.Instant;

/** What happens to a worker that its recovery depends on. */
public sealed interface RecoveryEvent {

  /** The worker starts. */
  record Started(Instant now) implements RecoveryEvent {}

  /** The worker is to end: what is finished is committed or out of time. */
  record Stopping(Instant now) implements RecoveryEvent {}

  /**
   * The worker is to be in its group, or out of it and ready to join. Whoever is to leave has
   * finished what was in work, or is out of time.
   */
  record Told(boolean join, Instant now) implements RecoveryEvent {}

  /**
   * Something failed.
   *
   * @param chance from 0 to 1, spreads the delay
   */
  record Failed(FailureKind kind, String detail, Instant now, double chance)
      implements RecoveryEvent {}

  /**
   * The brokers aborted a transaction that was open for too long: its producer is lost, and nobody
   * took its id.
   *
   * @param chance from 0 to 1, spreads the delay
   */
  record TransactionTimedOut(String detail, Instant now, double chance) implements RecoveryEvent {}

  /** The step being done could not be done. */
  record StepFailed(FailureKind kind, String detail, Instant now, double chance)
      implements RecoveryEvent {}

  /** The step being done is done. */
  record StepDone(Instant now) implements RecoveryEvent {}

  /** The group has given the worker its partitions, possibly none. */
  record Resumed(Instant now) implements RecoveryEvent {}

  /** A transaction was handed over. */
  record TransactionBegan() implements RecoveryEvent {}

  /** A transaction was committed. */
  record Committed() implements RecoveryEvent {}
}
