package io.hamstring.operator.symptom;

import io.hamstring.contract.FailureKind;
import io.hamstring.operator.telemetry.WorkerRecovery;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Workers lost their group membership {@code alerts.membershipLoss.count} times within its window.
 * A refused commit that was repaired by the next poll is no loss; one that was not has become a
 * loss in the worker's own report.
 */
final class RepeatedMembershipLoss implements SymptomRule {

  @Override
  public SymptomType type() {
    return SymptomType.REPEATED_MEMBERSHIP_LOSS;
  }

  @Override
  public Verdict in(Evidence evidence) {
    var thresholds = evidence.thresholds();
    var losses =
        evidence.window().recoveriesAfter(evidence.now().minus(thresholds.lossWindow())).stream()
            .filter(recovery -> recovery.cause() == FailureKind.MEMBERSHIP_LOST)
            .toList();
    if (losses.size() < thresholds.losses()) {
      return evidence.healthyIfHeard(type());
    }
    return Verdict.alert(
        "MembershipsLost",
        losses.size(),
        "stage "
            + evidence.stage()
            + " lost group memberships "
            + losses.size()
            + " times within "
            + Evidence.text(thresholds.lossWindow())
            + " ("
            + byPod(losses)
            + "); compare batch durations with maxPollInterval ("
            + Evidence.text(thresholds.maxPollInterval())
            + "), and look for CPU throttling, pauses and an unsteady network");
  }

  private static String byPod(List<WorkerRecovery> losses) {
    var counts =
        losses.stream()
            .map(WorkerRecovery::pod)
            .collect(
                Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
    return Evidence.named(
        counts.entrySet().stream().map(entry -> entry.getKey() + ": " + entry.getValue()).toList());
  }
}
