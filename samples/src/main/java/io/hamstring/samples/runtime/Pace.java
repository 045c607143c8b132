package io.hamstring.samples.runtime;

import java.time.Duration;
import java.util.Collection;

/** How fast records are fed. */
@FunctionalInterface
public interface Pace {

  /**
   * How many records may have been sent in all.
   *
   * @param elapsed since the feed began
   * @param killsOpen whether a worker is still to be killed
   */
  long allowed(Duration elapsed, boolean killsOpen);

  /** As fast as the broker takes them. */
  Pace UNBOUNDED = (elapsed, killsOpen) -> Long.MAX_VALUE;

  /** {@code perSecond} records a second. */
  static Pace steady(double perSecond) {
    return (elapsed, killsOpen) -> (long) (elapsed.toMillis() / 1_000.0 * perSecond);
  }

  /**
   * Three quarters of {@code total} evenly until the last kill is due; the last quarter at the same
   * rate, but only once every kill has been carried out. So a worker is killed while input arrives,
   * and more input arrives after it.
   */
  static Pace around(Collection<Kill> kills, long total) {
    double last =
        kills.stream().mapToLong(kill -> kill.after().toMillis()).max().orElse(0) / 1_000.0;
    long before = total - total / 4;
    var rate = before / Math.max(1, last);
    return (elapsed, killsOpen) -> {
      long due = (long) (elapsed.toMillis() / 1_000.0 * rate);
      return killsOpen ? Math.min(before, due) : due;
    };
  }
}
