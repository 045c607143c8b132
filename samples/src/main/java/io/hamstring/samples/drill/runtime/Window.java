package io.hamstring.samples.drill.runtime;

import io.hamstring.samples.drill.measure.Moments;
import java.time.Duration;

/**
 * How long a run is watched: two minutes, or until a while after nothing more can come. A member of
 * a KIP-848 group hears of a rebalance within 5 s, so what a takeover or a return brings about is
 * over a little later. Confined to one thread.
 */
final class Window {

  static final Duration LONGEST = Duration.ofMinutes(2);
  static final Duration FREEZE = Duration.ofSeconds(60);

  private static final Duration AFTER_TAKEOVER = Duration.ofSeconds(12);
  private static final Duration AFTER_RESUME = Duration.ofSeconds(25);

  private final boolean freezes;
  private final long fault;
  private long resumed = Moments.NEVER;
  private long end;

  Window(boolean freezes, long fault) {
    this.freezes = freezes;
    this.fault = fault;
    end = fault + LONGEST.toMillis();
  }

  boolean isOver(long now) {
    return now >= end;
  }

  boolean isToResume(long now) {
    return freezes && resumed == Moments.NEVER && now >= fault + FREEZE.toMillis();
  }

  void resumed(long now) {
    resumed = now;
    end = Math.max(end, now + AFTER_RESUME.toMillis());
    if (takenOver) {
      end = now + AFTER_RESUME.toMillis();
    }
  }

  private boolean takenOver;

  /** Every partition has another worker; answers whether that is news. */
  boolean takenOver(long now) {
    if (takenOver) {
      return false;
    }
    takenOver = true;
    if (!freezes) {
      end = Math.min(end, now + AFTER_TAKEOVER.toMillis());
    }
    return true;
  }

  long resumedAt() {
    return resumed;
  }
}
