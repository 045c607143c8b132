package io.hamstring.operator.scale;

import java.time.Instant;

/**
 * The scaler's latest decision on a stage, and what it must remember for the next.
 *
 * @param replicas workers asked for
 * @param message why, with the figures
 * @param at when {@code replicas} or {@code reason} last changed
 * @param rate records per second that one worker did when there was more to do, or null
 * @param lowerSince since when fewer workers would do, or null
 * @param lowerMost the most that were needed since then
 */
public record ScaleState(
    int replicas,
    ScaleReason reason,
    String message,
    Instant at,
    Double rate,
    Instant lowerSince,
    int lowerMost) {

  /** Before anything was seen: what ran before runs on. */
  public static ScaleState of(int replicas, Instant at) {
    return new ScaleState(
        replicas,
        ScaleReason.NOTHING_SEEN,
        "what ran before runs on until the load is known",
        at,
        null,
        null,
        0);
  }

  /** The same memory of a scaler that asked for another number. */
  public ScaleState resuming(int others) {
    return new ScaleState(others, reason, message, at, rate, lowerSince, lowerMost);
  }

  /** The same number for another reason; what is remembered is kept. */
  ScaleState held(ScaleReason because, String words, Instant now) {
    return new ScaleState(
        replicas, because, words, because == reason ? at : now, rate, lowerSince, lowerMost);
  }

  /** The same after a worker's rate was measured. */
  ScaleState measured(double perSecond) {
    return new ScaleState(replicas, reason, message, at, perSecond, lowerSince, lowerMost);
  }

  /** Fewer would do since {@code since}, at most {@code most}. */
  ScaleState lower(Instant since, int most) {
    return new ScaleState(replicas, reason, message, at, rate, since, most);
  }

  /** Fewer would not do. */
  ScaleState needed() {
    return lower(null, 0);
  }

  /** Another number. */
  ScaleState changed(int to, ScaleReason because, String words, Instant now) {
    return new ScaleState(to, because, words, now, rate, null, 0);
  }
}
