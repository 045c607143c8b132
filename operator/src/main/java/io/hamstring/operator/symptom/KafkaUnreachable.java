package io.hamstring.operator.symptom;

import io.hamstring.contract.FailureKind;
import io.hamstring.operator.telemetry.ClusterReach;
import java.util.EnumSet;
import java.util.Set;

/** The operator gets no answer from Kafka, or workers are recovering from lost connections. */
final class KafkaUnreachable implements SymptomRule {

  private static final String OPERATOR_CUT_OFF = "OperatorCutOff";

  private static final Set<FailureKind> OUTAGES =
      EnumSet.of(FailureKind.TRANSPORT_LOST, FailureKind.COMMIT_IN_DOUBT);

  @Override
  public SymptomType type() {
    return SymptomType.KAFKA_UNREACHABLE;
  }

  @Override
  public Verdict in(Evidence evidence) {
    var cluster = evidence.latest().cluster();
    var cutOff = evidence.recoveringFrom(OUTAGES);
    if (!cutOff.isEmpty()) {
      return Verdict.alert(
          "WorkersCutOff",
          cutOff.size(),
          "stage "
              + evidence.stage()
              + ": "
              + Evidence.pods(cutOff)
              + " cannot reach Kafka: "
              + cutOff.get(0).recovery().detail()
              + "; check the brokers, DNS and network policies between the pods and them");
    }
    if (cluster.state() == ClusterReach.State.UNREACHABLE) {
      return Verdict.alert(
          OPERATOR_CUT_OFF,
          1,
          "the operator cannot reach Kafka: "
              + cluster.detail()
              + "; check spec.kafka.bootstrapServers, the brokers, and the network between them and"
              + " the operator");
    }
    var verdict = evidence.healthyIfHeard(type());
    return cluster.isReached() ? verdict.refuting(OPERATOR_CUT_OFF) : verdict;
  }
}
