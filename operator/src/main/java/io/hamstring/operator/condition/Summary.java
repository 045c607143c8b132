package io.hamstring.operator.condition;

import io.hamstring.operator.condition.StageWorkers.Rollout;
import io.hamstring.operator.symptom.ConditionStatus;
import io.hamstring.operator.symptom.SymptomType;
import io.hamstring.operator.symptom.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The conditions that sum a pipeline up. Here {@code True} is the good status. */
final class Summary {

  static final String READY = "Ready";
  static final String PROGRESSING = "Progressing";
  static final String SPEC_VALID = "SpecValid";

  /**
   * How long a rollout that does not get further excuses a worker that is missing: Kubernetes' own
   * progress deadline.
   */
  private static final Duration ROLLOUT = Duration.ofMinutes(10);

  private Summary() {}

  static Verdict specValid(PipelineLook look) {
    if (!look.specProblems().isEmpty()) {
      return Verdict.of(
          ConditionStatus.FALSE,
          "SpecInvalid",
          String.join("; ", look.specProblems())
              + "; running workers are left as they are until the spec is valid");
    }
    return look.specWarnings().isEmpty()
        ? Verdict.of(ConditionStatus.TRUE, "SpecValid", "the spec is valid")
        : Verdict.of(
            ConditionStatus.TRUE, "SpecValidWithWarnings", String.join("; ", look.specWarnings()));
  }

  static Verdict progressing(PipelineLook look) {
    if (!look.applyProblems().isEmpty()) {
      return Verdict.of(
          ConditionStatus.FALSE, "ApplyFailed", String.join("; ", look.applyProblems()));
    }
    if (!look.specProblems().isEmpty()) {
      return Verdict.of(ConditionStatus.FALSE, "SpecInvalid", "waits for a valid spec");
    }
    switch (look.hold().kind()) {
      case PAUSED -> {
        return Verdict.of(ConditionStatus.FALSE, "Paused", look.hold().message());
      }
      case CONFLICT -> {
        return Verdict.of(
            ConditionStatus.FALSE, SymptomType.IDENTITY_CONFLICT.id(), look.hold().message());
      }
      case NONE -> {}
    }
    var unsettled = described(look.workers(), workers -> !workers.isSettled());
    return unsettled.isEmpty()
        ? Verdict.of(ConditionStatus.FALSE, "Settled", "all workers run what the spec says")
        : Verdict.of(
            ConditionStatus.TRUE,
            look.workers().stream().anyMatch(workers -> workers.rollout() == Rollout.HALTED)
                ? "RolloutHalted"
                : "RolloutUnderWay",
            unsettled);
  }

  /**
   * @param progressing as {@link #progressing} has been reported up to now
   */
  static Verdict ready(
      PipelineLook look, Map<SymptomType, Reported> symptoms, Reported progressing, Instant now) {
    if (!look.specProblems().isEmpty()) {
      return Verdict.of(
          ConditionStatus.FALSE, "SpecInvalid", String.join("; ", look.specProblems()));
    }
    if (look.activity() == PipelineLook.Activity.SUSPENDED) {
      return Verdict.of(
          ConditionStatus.FALSE, "Suspended", "spec.suspend is true, so no worker is wanted");
    }
    var alerts = with(symptoms, ConditionStatus.TRUE);
    if (!alerts.isEmpty()) {
      var worst = symptoms.get(alerts.get(0)).verdict();
      return Verdict.of(
          ConditionStatus.FALSE,
          alerts.get(0).id(),
          worst.message() + others(alerts.subList(1, alerts.size())));
    }
    var missing = described(look.workers(), workers -> workers.ready() < workers.wanted());
    if (look.workers().stream().anyMatch(workers -> !workers.isUp())) {
      return Verdict.of(
          ConditionStatus.FALSE,
          "WorkersNotReady",
          described(look.workers(), workers -> !workers.isUp()));
    }
    var late =
        described(
            look.workers(),
            workers ->
                workers.ready() < workers.wanted() && !isRollingOut(workers, progressing, now));
    if (!late.isEmpty()) {
      return Verdict.of(ConditionStatus.FALSE, "WorkersNotReady", late);
    }
    if (!look.applyProblems().isEmpty()) {
      return Verdict.of(
          ConditionStatus.FALSE, "ApplyFailed", String.join("; ", look.applyProblems()));
    }
    var doubts = with(symptoms, ConditionStatus.UNKNOWN);
    if (!doubts.isEmpty()) {
      return Verdict.of(
          ConditionStatus.UNKNOWN,
          "NoFreshEvidence",
          symptoms.get(doubts.get(0)).verdict().message());
    }
    return Verdict.of(
        ConditionStatus.TRUE,
        "AllIsWell",
        missing.isEmpty()
            ? "all stages have their workers and no symptom"
            : "no symptom, and no stage misses more than the worker that a rollout takes: "
                + missing);
  }

  /** A long rollout that gets on is none that hangs. */
  private static boolean isRollingOut(StageWorkers workers, Reported progressing, Instant now) {
    var since = progressing.since();
    var further = workers.progressedAt();
    var last = further != null && further.isAfter(since) ? further : since;
    return progressing.verdict().status() == ConditionStatus.TRUE
        && Duration.between(last, now).compareTo(ROLLOUT) <= 0;
  }

  private static List<SymptomType> with(
      Map<SymptomType, Reported> symptoms, ConditionStatus status) {
    var found = new ArrayList<SymptomType>();
    for (var type : SymptomType.values()) {
      if (symptoms.containsKey(type) && symptoms.get(type).verdict().status() == status) {
        found.add(type);
      }
    }
    return found;
  }

  private static String others(List<SymptomType> types) {
    return types.isEmpty()
        ? ""
        : "; also " + types.stream().map(SymptomType::id).collect(Collectors.joining(", "));
  }

  private static String described(List<StageWorkers> workers, Predicate<StageWorkers> which) {
    return workers.stream()
        .filter(which)
        .map(StageWorkers::described)
        .collect(Collectors.joining("; "));
  }
}
