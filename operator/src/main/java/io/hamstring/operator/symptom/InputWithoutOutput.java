package io.hamstring.operator.symptom;

import java.time.Duration;
import java.util.Comparator;

/** Records wait, and nothing was committed for {@code alerts.outputSilence}. */
final class InputWithoutOutput implements SymptomRule {

  @Override
  public SymptomType type() {
    return SymptomType.INPUT_WITHOUT_OUTPUT;
  }

  @Override
  public Verdict in(Evidence evidence) {
    var lag = evidence.latest().lag();
    if (!lag.total().isKnown()) {
      return Verdict.unknown(
          "LagUnknown",
          "stage " + evidence.stage() + ": lag is unknown: " + lag.total().unknownBecause());
    }
    var silence = silence(evidence, lag.total().value());
    if (silence.compareTo(evidence.thresholds().outputSilence()) >= 0) {
      return Verdict.alert(
          "NothingCommitted",
          lag.total().value(),
          "stage "
              + evidence.stage()
              + " has committed nothing for "
              + Evidence.text(silence)
              + " while "
              + lag.total()
              + " records wait"
              + worstPartition(evidence)
              + "; see the other conditions, then whether its pods are ready and what their logs"
              + " say");
    }
    return lag.isWhole()
        ? type().healthy()
        : Verdict.unknown(
            "LagPartlyUnknown",
            "stage "
                + evidence.stage()
                + ": lag of "
                + Evidence.named(lag.unknown())
                + " is unknown");
  }

  /** How long records have been waiting without a commit. */
  private static Duration silence(Evidence evidence, long lag) {
    return lag == 0
        ? Duration.ZERO
        : evidence
            .window()
            .silentSince()
            .map(since -> Duration.between(since, evidence.now()))
            .orElse(Duration.ZERO);
  }

  private static String worstPartition(Evidence evidence) {
    var latest = evidence.latest();
    return latest.partitions().keySet().stream()
        .max(Comparator.comparingLong(partition -> latest.lagOf(partition).known().orElse(-1)))
        .map(partition -> ", most of them in " + partition + ": " + latest.lagOf(partition))
        .orElse("");
  }
}
