package io.hamstring.operator.symptom;

import io.hamstring.contract.FailureKind;
import io.hamstring.operator.condition.SymptomType;
import io.hamstring.operator.condition.Verdict;
import io.hamstring.operator.telemetry.ClusterReach;
import io.hamstring.operator.telemetry.TopicProblem;
import java.util.EnumSet;

/** A setting that Kafka or its client refuses. */
final class Misconfigured implements SymptomRule {

  @Override
  public SymptomType type() {
    return SymptomType.MISCONFIGURED;
  }

  @Override
  public Verdict in(Evidence evidence) {
    var refused = evidence.recoveringFrom(EnumSet.of(FailureKind.MISCONFIGURED));
    if (!refused.isEmpty()) {
      return Verdict.alert(
          "WorkerSettingsRefused",
          refused.size(),
          "stage "
              + evidence.stage()
              + ": "
              + Evidence.pods(refused)
              + " cannot use its settings: "
              + refused.get(0).recovery().detail()
              + "; correct the spec");
    }
    var latest = evidence.latest();
    if (latest.cluster().state() == ClusterReach.State.MISCONFIGURED) {
      return Verdict.alert(
          "ClientSettingsRefused",
          1,
          "the operator's client refuses its settings: "
              + latest.cluster().detail()
              + "; correct spec.kafka");
    }
    var notCreated =
        latest.topicProblems().entrySet().stream()
            .filter(entry -> entry.getValue().kind() == TopicProblem.Kind.NOT_CREATED)
            .findFirst();
    if (notCreated.isPresent()) {
      return Verdict.alert(
          "TopicRefused",
          1,
          "stage "
              + evidence.stage()
              + ": Kafka refuses to create topic "
              + notCreated.get().getKey()
              + ": "
              + notCreated.get().getValue().detail()
              + "; correct spec.kafka.topics");
    }
    return evidence.unlessUnreachable().orElseGet(() -> evidence.healthyIfHeard(type()));
  }
}
