package io.hamstring.recovery.loop;

import java.time.Duration;
import java.util.Arrays;

/** The longest duration of the last minute, to ten seconds. Confined to one thread. */
final class MinuteMax {

  private static final long SLOT = Duration.ofSeconds(10).toNanos();
  private static final int SLOTS = 6;

  private final long[] slots = new long[SLOTS];
  private final long[] longest = new long[SLOTS];

  MinuteMax() {
    Arrays.fill(slots, Long.MIN_VALUE);
  }

  void add(long duration, long now) {
    long slot = Math.floorDiv(now, SLOT);
    int place = Math.floorMod(slot, SLOTS);
    if (slots[place] != slot) {
      slots[place] = slot;
      longest[place] = 0;
    }
    longest[place] = Math.max(longest[place], duration);
  }

  /** Zero when there is none. */
  Duration at(long now) {
    long oldest = Math.floorDiv(now, SLOT) - SLOTS;
    long max = 0;
    for (int place = 0; place < SLOTS; place++) {
      if (slots[place] > oldest) {
        max = Math.max(max, longest[place]);
      }
    }
    return Duration.ofNanos(max);
  }
}
