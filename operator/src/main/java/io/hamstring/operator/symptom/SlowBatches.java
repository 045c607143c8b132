package io.hamstring.operator.symptom;

import java.util.Comparator;

/** The slowest batches of a worker take more than half of {@code timeouts.maxPollInterval}. */
final class SlowBatches implements SymptomRule {

  @Override
  public SymptomType type() {
    return SymptomType.SLOW_BATCHES;
  }

  @Override
  public Verdict in(Evidence evidence) {
    var limit = evidence.thresholds().maxPollInterval();
    var worst =
        evidence.reports().stream()
            .filter(report -> report.latencies().batchP99().compareTo(limit.dividedBy(2)) > 0)
            .max(Comparator.comparing(report -> report.latencies().batchP99()));
    return worst
        .map(
            report ->
                Verdict.alert(
                    "BatchesNearDeadline",
                    report.latencies().batchP99().toMillis(),
                    "stage "
                        + evidence.stage()
                        + ": one batch in a hundred of "
                        + report.pod()
                        + " takes "
                        + Evidence.text(report.latencies().batchP99())
                        + " or longer, and is given up at maxPollInterval ("
                        + Evidence.text(limit)
                        + "); make batches smaller or the interval longer"))
        .orElseGet(() -> evidence.healthyIfHeard(type()));
  }
}
