package io.hamstring.operator.telemetry;

import io.hamstring.contract.report.WorkerReport;

/**
 * What the workers of a stage have counted together since the stage was first looked at, across
 * restarts.
 *
 * @param poison records written to a dead-letter topic or skipped
 */
public record Totals(
    long recordsIn, long recordsOut, long commits, long aborts, long refused, long poison) {

  /** Nothing counted yet. */
  public static final Totals ZERO = new Totals(0, 0, 0, 0, 0, 0);

  /** What a worker counted in its incarnation. */
  static Totals of(WorkerReport report) {
    var counters = report.counters();
    return new Totals(
        counters.recordsIn(),
        counters.recordsOut(),
        counters.commits(),
        counters.aborts(),
        counters.commitsRefused(),
        counters.deadLettered() + counters.skipped());
  }

  /** The sum of both. */
  public Totals plus(Totals other) {
    return new Totals(
        recordsIn + other.recordsIn,
        recordsOut + other.recordsOut,
        commits + other.commits,
        aborts + other.aborts,
        refused + other.refused,
        poison + other.poison);
  }

  /** What was counted since {@code earlier}. */
  public Totals minus(Totals earlier) {
    return new Totals(
        recordsIn - earlier.recordsIn,
        recordsOut - earlier.recordsOut,
        commits - earlier.commits,
        aborts - earlier.aborts,
        refused - earlier.refused,
        poison - earlier.poison);
  }
}
