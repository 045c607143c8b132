package io.hamstring.recovery.loop;

import java.time.Duration;
import java.util.Arrays;

/** The latest durations of one kind, for percentiles. Confined to one thread. */
final class Samples {

  private final long[] nanos = new long[512];
  private int next;
  private int filled;

  void add(long duration) {
    nanos[next] = duration;
    next = (next + 1) % nanos.length;
    filled = Math.min(filled + 1, nanos.length);
  }

  /**
   * Zero when there is no sample.
   *
   * @param share from 0 to 1
   */
  Duration percentile(double share) {
    if (filled == 0) {
      return Duration.ZERO;
    }
    var sorted = Arrays.copyOf(nanos, filled);
    Arrays.sort(sorted);
    return Duration.ofNanos(sorted[(int) Math.min(filled - 1, Math.floor(share * filled))]);
  }
}
