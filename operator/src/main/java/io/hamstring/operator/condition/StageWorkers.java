package io.hamstring.operator.condition;

import java.time.Instant;

/**
 * The workers of a stage as its Deployment counts them.
 *
 * @param standby how many of the wanted ones wait
 * @param progressedAt when its rollout last got further, or null when that is not known
 * @param detail what keeps the others, or empty
 */
public record StageWorkers(
    String stage,
    int wanted,
    int ready,
    int standby,
    Rollout rollout,
    Instant progressedAt,
    String detail) {

  /** Of a stage without standbys. */
  public StageWorkers(
      String stage, int wanted, int ready, Rollout rollout, Instant progressedAt, String detail) {
    this(stage, wanted, ready, 0, rollout, progressedAt, detail);
  }

  /** How many are to work. */
  public int active() {
    return wanted - standby;
  }

  /** Whether every worker runs what is desired. */
  public enum Rollout {
    SETTLED,
    UNDER_WAY,
    /** The operator holds it until its latest worker works. */
    HALTED
  }

  /** The same, whose rollout is halted for the reason in {@code words}, unless they are empty. */
  public StageWorkers waitingFor(String words) {
    return words.isEmpty()
        ? this
        : new StageWorkers(
            stage,
            wanted,
            ready,
            standby,
            Rollout.HALTED,
            progressedAt,
            "rollout halted: " + words);
  }

  /** Whether the stage works: a rollout takes at most one worker at a time, and any may wait. */
  public boolean isUp() {
    return wanted == 0 || ready >= Math.max(1, active() - 1);
  }

  /** Whether nothing is left to do. */
  public boolean isSettled() {
    return rollout == Rollout.SETTLED && ready >= wanted;
  }

  /** {@code name: 1/2 workers ready}, with what keeps the others. */
  String described() {
    return stage
        + ": "
        + ready
        + "/"
        + wanted
        + " workers ready"
        + (detail.isEmpty() ? "" : " (" + detail + ")");
  }
}
