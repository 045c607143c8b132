package io.hamstring.recovery.loop;

import io.hamstring.contract.report.WorkerRole;
import io.hamstring.recovery.plan.Posting;
import io.hamstring.recovery.plan.RecoveryEvent;
import io.hamstring.recovery.port.FailedCall;
import java.time.Duration;

/**
 * Brings a worker to what it is told to be in its stage: into its group, or out of it in good order
 * and ready to join. Confined to the loop thread.
 */
final class Duty {

  /** Well below the 9 min after which clients close what is idle; an outage shows within it. */
  private static final Duration WARMTH = Duration.ofSeconds(60);

  private static final Duration ASK = Duration.ofSeconds(5);

  private final Time time;
  private final Duration bound;
  private Posting posting;
  private boolean leaving;
  private long leaveBy;
  private long warmAt;

  /**
   * @param startsWarm whether the worker waits for a word before it joins
   * @param bound on finishing what is in work before it leaves
   */
  Duty(boolean startsWarm, Time time, Duration bound) {
    this.time = time;
    this.bound = bound;
    this.posting = Posting.atStart(startsWarm, time.nanos());
  }

  void told(WorkerRole word) {
    posting = posting.told(word, time.nanos());
  }

  WorkerRole role() {
    return posting.role();
  }

  /** Whether no new work is taken, because the worker is to leave. */
  boolean isLeaving() {
    return leaving;
  }

  /** Has the worker join or leave if it is to. */
  void watch(Floor floor, Commits commits, Course course) {
    var now = time.nanos();
    posting = posting.at(now);
    boolean join = posting.isActive();
    boolean isThere = !course.isCalm() || course.held().input() == join;
    if (course.isJoining() == join && isThere) {
      leaving = false;
    } else if (join || !course.held().input()) {
      leaving = false;
      course.decide(new RecoveryEvent.Told(join, time.now()));
    } else {
      leave(floor, commits, course, now);
    }
  }

  private void leave(Floor floor, Commits commits, Course course, long now) {
    if (!leaving) {
      leaving = true;
      leaveBy = now + bound.toNanos();
    }
    boolean finished = floor.isIdle() && commits.isEmpty() && course.isCalm();
    if ((finished || now - leaveBy >= 0) && !course.isStepUnderWay()) {
      leaving = false;
      course.decide(new RecoveryEvent.Told(false, time.now()));
    }
  }

  /** Keeps a worker that waits ready to join. */
  void keepWarm(Steps steps, Course course) {
    var now = time.nanos();
    if (!course.isCalm() || !course.held().prepared()) {
      warmAt = now + WARMTH.toNanos();
    } else if (now - warmAt >= 0) {
      warmAt = now + WARMTH.toNanos();
      try {
        steps.keepWarm(ASK);
      } catch (FailedCall failed) {
        course.fail(failed.kind(), failed.getMessage());
      }
    }
  }
}
