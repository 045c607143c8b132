package io.hamstring.operator.symptom;

import java.util.Comparator;

/** A worker's loop did not poll for longer than {@code timeouts.maxPollInterval}. */
final class MaxPollExceeded implements SymptomRule {

  @Override
  public SymptomType type() {
    return SymptomType.MAX_POLL_EXCEEDED;
  }

  @Override
  public Verdict in(Evidence evidence) {
    var limit = evidence.thresholds().maxPollInterval();
    var worst =
        evidence.reports().stream()
            .filter(report -> report.latencies().pollIntervalMax().compareTo(limit) >= 0)
            .max(Comparator.comparing(report -> report.latencies().pollIntervalMax()));
    return worst
        .map(
            report ->
                Verdict.alert(
                    "LoopStoodStill",
                    report.latencies().pollIntervalMax().toMillis(),
                    "stage "
                        + evidence.stage()
                        + ": "
                        + report.pod()
                        + " did not poll for "
                        + Evidence.text(report.latencies().pollIntervalMax())
                        + ", maxPollInterval is "
                        + Evidence.text(limit)
                        + "; look for CPU throttling, memory pressure and long pauses"))
        .orElseGet(() -> evidence.healthyIfHeard(type()));
  }
}
