package io.hamstring.operator.symptom;

import io.hamstring.contract.FailureKind;
import io.hamstring.operator.telemetry.TopicProblem;
import java.util.EnumSet;
import java.util.Map;

/** A topic that the stage reads or writes does not exist. */
final class TopicMissing implements SymptomRule {

  private static final String TOPIC_DOES_NOT_EXIST = "TopicDoesNotExist";

  @Override
  public SymptomType type() {
    return SymptomType.TOPIC_MISSING;
  }

  @Override
  public Verdict in(Evidence evidence) {
    var missing =
        evidence.latest().topicProblems().entrySet().stream()
            .filter(entry -> entry.getValue().kind() == TopicProblem.Kind.MISSING)
            .map(Map.Entry::getKey)
            .toList();
    if (!missing.isEmpty()) {
      return Verdict.alert(
          TOPIC_DOES_NOT_EXIST,
          missing.size(),
          "stage "
              + evidence.stage()
              + ": "
              + Evidence.named(missing)
              + " does not exist, or the operator may not see it; create it, set"
              + " spec.kafka.topics.create, or grant Describe; workers start by themselves");
    }
    var waiting = evidence.recoveringFrom(EnumSet.of(FailureKind.TOPIC_MISSING));
    if (!waiting.isEmpty()) {
      return Verdict.alert(
          "WorkersWaitForTopic",
          waiting.size(),
          "stage "
              + evidence.stage()
              + ": "
              + Evidence.pods(waiting)
              + " waits for a topic: "
              + waiting.get(0).recovery().detail()
              + "; create it, or grant the workers Describe; they start by themselves");
    }
    var verdict = evidence.unlessUnreachable().orElseGet(() -> evidence.healthyIfHeard(type()));
    return evidence.seesAllTopics() ? verdict.refuting(TOPIC_DOES_NOT_EXIST) : verdict;
  }
}
