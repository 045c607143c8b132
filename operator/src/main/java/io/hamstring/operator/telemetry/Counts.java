package io.hamstring.operator.telemetry;

import io.hamstring.contract.report.WorkerReport;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the workers of a stage counted together since a moment, across their restarts. Immutable.
 *
 * @param counted by incarnation, as it said last
 */
record Counts(Totals totals, Map<String, Totals> counted) {

  static final Counts ZERO = new Counts(Totals.ZERO, Map.of());

  Counts {
    counted = Map.copyOf(counted);
  }

  /** These counts after {@code reports}; what was counted before {@code began} is not in them. */
  Counts plus(List<WorkerReport> reports, Instant began) {
    var sum = totals;
    var now = new HashMap<String, Totals>();
    for (var report : reports) {
      sum = sum.plus(Totals.of(report).minus(before(report, began)));
      now.put(report.instanceId(), Totals.of(report));
    }
    return new Counts(sum, now);
  }

  private Totals before(WorkerReport report, Instant began) {
    var before = counted.get(report.instanceId());
    if (before != null) {
      return before;
    }
    return report.startedAt().isAfter(began) ? Totals.ZERO : Totals.of(report);
  }
}
