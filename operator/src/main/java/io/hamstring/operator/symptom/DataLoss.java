package io.hamstring.operator.symptom;

import io.hamstring.contract.FailureKind;
import io.hamstring.operator.telemetry.WorkerRecovery;
import java.util.ArrayList;
import java.util.Comparator;

/** Records were gone from the log before a worker could read them. */
final class DataLoss implements SymptomRule {

  @Override
  public SymptomType type() {
    return SymptomType.DATA_LOSS;
  }

  @Override
  public Verdict in(Evidence evidence) {
    var after = evidence.now().minus(evidence.thresholds().dataLossWindow());
    var losses = new ArrayList<>(evidence.window().recoveriesAfter(after));
    losses.removeIf(recovery -> recovery.cause() != FailureKind.OFFSETS_LOST);
    losses.sort(Comparator.comparing(WorkerRecovery::at));
    if (losses.isEmpty()) {
      return evidence.healthyIfHeard(type());
    }
    var latest = losses.get(losses.size() - 1);
    return Verdict.alert(
        "OffsetsLost",
        losses.size(),
        "stage "
            + evidence.stage()
            + ": "
            + latest.pod()
            + " found at "
            + latest.at()
            + " that the log no longer has what it was to read next"
            + (latest.detail() == null ? "" : " (" + latest.detail() + ")")
            + (losses.size() == 1 ? "" : "; " + losses.size() + " times in all")
            + "; the records between are lost to this stage. Compare the topic's retention with the"
            + " lag, and see whether the topic was deleted or a leader elected out of sync");
  }
}
