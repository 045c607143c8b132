package io.hamstring.recovery.plan;

import io.hamstring.contract.FailureKind;
import java.time.Duration;

/**
 * How long a plan waits before it opens clients again: doubling from a first delay to a cap, each
 * spread by a quarter so that a fleet does not come back in step.
 *
 * @param slowFirst the first delay after what a person has to mend
 * @param slowCap the longest one after it
 */
public record BackOffPolicy(Duration first, Duration cap, Duration slowFirst, Duration slowCap) {

  /** What a worker goes by. */
  public static final BackOffPolicy DEFAULT =
      new BackOffPolicy(
          Duration.ofMillis(250),
          Duration.ofSeconds(10),
          Duration.ofSeconds(30),
          Duration.ofMinutes(5));

  private static final double SPREAD = 0.25;

  /**
   * The delay.
   *
   * @param attempt tries in a row, from 1
   * @param chance from 0 (inclusive) to 1
   */
  public Duration delay(FailureKind kind, int attempt, double chance) {
    return switch (kind) {
      case STALE_BATCH, OFFSETS_LOST, COMMIT_REFUSED, RECORD_REJECTED -> Duration.ZERO;
      // Opening a client again is the cure; waiting is for when it did not help.
      case MEMBERSHIP_LOST, PRODUCER_LOST ->
          attempt == 1 ? Duration.ZERO : grown(first, cap, attempt - 1, chance);
      case TRANSPORT_LOST, COMMIT_IN_DOUBT, PROCESSOR_UNAVAILABLE ->
          grown(first, cap, attempt, chance);
      case INSTANCE_FENCED, NOT_AUTHORIZED, MISCONFIGURED, TOPIC_MISSING ->
          grown(slowFirst, slowCap, attempt, chance);
    };
  }

  private static Duration grown(Duration first, Duration cap, int attempt, double chance) {
    var doubled = first.multipliedBy(1L << Math.min(attempt - 1, 20));
    var bounded = doubled.compareTo(cap) < 0 ? doubled : cap;
    var factor = 1 - SPREAD + 2 * SPREAD * chance;
    return Duration.ofNanos((long) (bounded.toNanos() * factor));
  }
}
