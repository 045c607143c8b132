package io.hamstring.recovery.plan;

import io.hamstring.contract.report.RoleWord;
import io.hamstring.contract.report.WorkerRole;

/**
 * What a worker is to be in its stage, and until when that holds without another word. An active
 * worker stays active; whoever waits joins by itself when nobody says anything, so that a fleet
 * without an operator does not stand still. Immutable.
 *
 * @param until in nanoseconds of any origin; means nothing of an active worker
 */
public record Posting(WorkerRole role, long until) {

  /**
   * At the start of a worker.
   *
   * @param startsWarm whether it waits for a word
   */
  public static Posting atStart(boolean startsWarm, long now) {
    return startsWarm ? waiting(WorkerRole.NONE, now) : new Posting(WorkerRole.ACTIVE, now);
  }

  /** After a word. */
  public Posting told(WorkerRole word, long now) {
    return switch (word) {
      case ACTIVE -> new Posting(WorkerRole.ACTIVE, now);
      case STANDBY -> waiting(WorkerRole.STANDBY, now);
      case NONE -> this;
    };
  }

  /** As it is now, whether anybody said anything or not. */
  public Posting at(long now) {
    return isActive() || now - until < 0 ? this : new Posting(WorkerRole.ACTIVE, now);
  }

  /** Whether the worker is to be in its group. */
  public boolean isActive() {
    return role == WorkerRole.ACTIVE;
  }

  private static Posting waiting(WorkerRole role, long now) {
    return new Posting(role, now + RoleWord.LEASE.toNanos());
  }
}
