package io.hamstring.recovery.loop;

import java.time.Duration;
import java.util.Arrays;

/** The latest durations of one kind, for percentiles. Confined to one thread. */
final class Samples {

  private static final int MOST = 512;

  private final long span;
  private final long[] nanos = new long[MOST];
  private final long[] addedAt = new long[MOST];
  private int next;
  private int filled;

  /**
   * @param span how long a sample counts
   */
  Samples(Duration span) {
    this.span = span.toNanos();
  }

  void add(long duration, long now) {
    nanos[next] = duration;
    addedAt[next] = now;
    next = (next + 1) % MOST;
    filled = Math.min(filled + 1, MOST);
  }

  /**
   * Zero when there is no sample.
   *
   * @param share from 0 to 1
   */
  Duration percentile(double share, long now) {
    var counting = new long[filled];
    int count = 0;
    for (int i = 0; i < filled; i++) {
      if (now - addedAt[i] <= span) {
        counting[count++] = nanos[i];
      }
    }
    if (count == 0) {
      return Duration.ZERO;
    }
    Arrays.sort(counting, 0, count);
    return Duration.ofNanos(counting[(int) Math.min(count - 1, Math.floor(share * count))]);
  }
}
