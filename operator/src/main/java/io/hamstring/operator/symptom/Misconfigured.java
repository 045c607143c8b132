package io.hamstring.operator.symptom;

import io.hamstring.contract.FailureKind;
import io.hamstring.operator.telemetry.ClusterReach;
import io.hamstring.operator.telemetry.TopicProblem;
import java.util.EnumSet;

/** A setting that Kafka or its client refuses. */
final class Misconfigured implements SymptomRule {

  private static final String CLIENT_SETTINGS_REFUSED = "ClientSettingsRefused";
  private static final String TOPIC_REFUSED = "TopicRefused";
  private static final String BROKERS_UNFIT = "BrokersUnfit";
  private static final String TOPIC_NOT_GROWN = "TopicNotGrown";

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
          CLIENT_SETTINGS_REFUSED,
          1,
          "the operator's client refuses its settings: "
              + latest.cluster().detail()
              + "; correct spec.kafka");
    }
    if (latest.cluster().state() == ClusterReach.State.UNFIT) {
      return Verdict.alert(BROKERS_UNFIT, 1, latest.cluster().detail());
    }
    var notCreated =
        latest.topicProblems().entrySet().stream()
            .filter(entry -> entry.getValue().kind() == TopicProblem.Kind.NOT_CREATED)
            .findFirst();
    if (notCreated.isPresent()) {
      return Verdict.alert(
          TOPIC_REFUSED,
          1,
          "stage "
              + evidence.stage()
              + ": Kafka refuses to create topic "
              + notCreated.get().getKey()
              + ": "
              + notCreated.get().getValue().detail()
              + "; correct spec.kafka.topics");
    }
    var notGrown =
        latest.topicProblems().entrySet().stream()
            .filter(entry -> entry.getValue().kind() == TopicProblem.Kind.NOT_GROWN)
            .findFirst();
    if (notGrown.isPresent()) {
      return Verdict.alert(
          TOPIC_NOT_GROWN,
          1,
          "stage "
              + evidence.stage()
              + ": Kafka refuses to add partitions to topic "
              + notGrown.get().getKey()
              + ": "
              + notGrown.get().getValue().detail()
              + "; lower spec.kafka.topics.partitions, or have the refusal lifted");
    }
    var verdict = evidence.unlessUnreachable().orElseGet(() -> evidence.healthyIfHeard(type()));
    if (evidence.seesAllTopics()) {
      return verdict.refuting(
          CLIENT_SETTINGS_REFUSED, BROKERS_UNFIT, TOPIC_REFUSED, TOPIC_NOT_GROWN);
    }
    return latest.cluster().isReached()
        ? verdict.refuting(CLIENT_SETTINGS_REFUSED, BROKERS_UNFIT)
        : verdict;
  }
}
