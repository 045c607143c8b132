package io.hamstring.recovery.loop;

import io.hamstring.recovery.plan.RecoveryEvent;
import java.time.Duration;

/**
 * How a worker comes to its end: it was asked to, and finishes within a bound; or a batch would not
 * end, and then it leaves for good. {@link #ask} may be called by any thread, the rest by the loop
 * thread.
 */
final class Ending {

  private final Time time;
  private final Duration bound;
  private volatile boolean asked;
  private boolean begun;
  private boolean surrendered;
  private long by;

  /**
   * @param bound on finishing work
   */
  Ending(Time time, Duration bound) {
    this.time = time;
    this.bound = bound;
  }

  void ask() {
    asked = true;
  }

  /** Whether no new work is taken. */
  boolean hasBegun() {
    return begun;
  }

  /** Whether a batch that would not end made the worker leave its group. */
  boolean hasSurrendered() {
    return surrendered;
  }

  /** Looks whether it is time, and has the last plan begun if it is. */
  void watch(Floor floor, Intake intake, Commits commits, Course course) {
    var now = time.nanos();
    if (floor.nanosOverdue(now) > bound.toNanos() && !surrendered) {
      surrendered = true;
      begin(now);
      intake.gone(intake.assignment().epochs().keySet());
    }
    if (asked && !begun) {
      begin(now + bound.toNanos());
    }
    if (!begun || course.isStopping()) {
      return;
    }
    boolean finished =
        floor.isIdle() && commits.isEmpty() && (course.isCalm() || !course.held().input());
    boolean outOfTime = now - by >= 0;
    if ((finished || outOfTime) && !course.isStepUnderWay()) {
      course.decide(new RecoveryEvent.Stopping(time.now()));
    }
  }

  private void begin(long until) {
    begun = true;
    by = until;
  }
}
