package io.hamstring.samples.kubelet;

import java.time.Duration;
import java.time.Instant;

/**
 * A probe's results so far. Pure: results and times come in as arguments.
 *
 * @param due when to probe next
 * @param inRow latest results of the same kind in a row: above 0 successes, below 0 failures
 */
record ProbeTrack(Rules rules, Instant due, int inRow) {

  /**
   * When a probe runs and what it takes to change one's mind.
   *
   * @param successes results in a row that count as success
   * @param failures results in a row that count as failure
   */
  record Rules(
      Duration initialDelay, Duration period, Duration timeout, int successes, int failures) {}

  /** A probe of a container that was started at {@code start}. */
  static ProbeTrack from(Rules rules, Instant start) {
    return new ProbeTrack(rules, start.plus(rules.initialDelay()), 0);
  }

  boolean isDue(Instant now) {
    return !now.isBefore(due);
  }

  /** After one more result. */
  ProbeTrack after(boolean success, Instant now) {
    var same = success ? Math.max(0, inRow) + 1 : Math.min(0, inRow) - 1;
    return new ProbeTrack(rules, now.plus(rules.period()), same);
  }

  boolean hasSucceeded() {
    return inRow >= rules.successes();
  }

  boolean hasFailed() {
    return -inRow >= rules.failures();
  }
}
