package io.hamstring.operator.symptom;

import io.hamstring.contract.FailureKind;
import io.hamstring.operator.telemetry.ClusterReach;
import java.util.EnumSet;

/** Kafka refuses operator or workers. */
final class NotAuthorized implements SymptomRule {

  private static final String OPERATOR_REFUSED = "OperatorRefused";

  @Override
  public SymptomType type() {
    return SymptomType.NOT_AUTHORIZED;
  }

  @Override
  public Verdict in(Evidence evidence) {
    var refused = evidence.recoveringFrom(EnumSet.of(FailureKind.NOT_AUTHORIZED));
    if (!refused.isEmpty()) {
      return Verdict.alert(
          "WorkersRefused",
          refused.size(),
          "stage "
              + evidence.stage()
              + ": Kafka refuses "
              + Evidence.pods(refused)
              + ": "
              + refused.get(0).recovery().detail()
              + "; grant it, or correct spec.kafka.authentication; no restart is needed");
    }
    var latest = evidence.latest();
    if (latest.cluster().state() == ClusterReach.State.NOT_AUTHORIZED) {
      return Verdict.alert(
          OPERATOR_REFUSED,
          1,
          "Kafka refuses the operator: "
              + latest.cluster().detail()
              + "; correct the credentials it is given");
    }
    if (!latest.refusals().isEmpty()) {
      return Verdict.alert(
          OPERATOR_REFUSED,
          latest.refusals().size(),
          "stage "
              + evidence.stage()
              + ": the operator needs "
              + Evidence.named(latest.refusals())
              + "; until it is granted, what depends on it is unknown, and workers go on");
    }
    if (!latest.guard().refusals().isEmpty()) {
      return Verdict.alert(
          "GuardRefused",
          latest.guard().refusals().size(),
          "stage "
              + evidence.stage()
              + ": to fence and evict dead workers the operator needs "
              + Evidence.named(latest.guard().refusals())
              + "; until it is granted, their partitions wait for the session timeout, and readers"
              + " for the transaction timeout");
    }
    return evidence
        .unlessUnreachable()
        .orElseGet(
            () -> evidence.healthyIfHeard(type()).refuting(OPERATOR_REFUSED, "GuardRefused"));
  }
}
