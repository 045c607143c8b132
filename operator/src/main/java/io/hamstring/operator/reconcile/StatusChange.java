package io.hamstring.operator.reconcile;

import io.fabric8.kubernetes.api.model.Condition;
import io.hamstring.api.v1alpha1.HamstringPipelineStatus;
import io.hamstring.api.v1alpha1.StageStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** How much a status differs from the one that is stored. */
enum StatusChange {
  /** Not at all. */
  NONE,
  /** In figures and wording: worth a write once a minute. */
  FIGURES,
  /** In what somebody may be waiting for: worth a write at once. */
  VERDICT;

  /** How often figures are written at most. */
  static final Duration FIGURES_EVERY = Duration.ofMinutes(1);

  /** The change from {@code stored}, which may be null, to {@code fresh}. */
  static StatusChange between(HamstringPipelineStatus stored, HamstringPipelineStatus fresh) {
    if (stored == null
        || !Objects.equals(stored.getObservedGeneration(), fresh.getObservedGeneration())
        || !verdicts(stored).equals(verdicts(fresh))
        || !each(stored, StageStatus::getWorkers).equals(each(fresh, StageStatus::getWorkers))
        || !each(stored, StatusChange::roles).equals(each(fresh, StatusChange::roles))
        || !each(stored, StatusChange::decided).equals(each(fresh, StatusChange::decided))
        || !each(stored, StageStatus::getName).equals(each(fresh, StageStatus::getName))) {
      return VERDICT;
    }
    return Memory.asJson(stored).equals(Memory.asJson(fresh)) ? NONE : FIGURES;
  }

  /** Whether it is to be written now, when the last write was at {@code lastWrite}. */
  boolean isDue(Instant lastWrite, Instant now) {
    return this == VERDICT || this == FIGURES && !now.isBefore(lastWrite.plus(FIGURES_EVERY));
  }

  private static List<String> verdicts(HamstringPipelineStatus status) {
    return Optional.ofNullable(status.getConditions()).orElse(List.<Condition>of()).stream()
        .map(c -> c.getType() + " " + c.getStatus() + " " + c.getReason() + " " + wording(c))
        .toList();
  }

  /** What is said of a spec changes only with what somebody did, who waits for the answer. */
  private static String wording(Condition condition) {
    return condition.getType().equals("SpecValid") ? condition.getMessage() : "";
  }

  private static String roles(StageStatus stage) {
    return Optional.ofNullable(stage.getRoles()).orElse(List.of()).stream()
        .map(worker -> worker.getPod() + " " + worker.getRole())
        .collect(Collectors.joining(" "));
  }

  private static String decided(StageStatus stage) {
    return stage.getScaling() == null ? "" : String.valueOf(stage.getScaling().getReplicas());
  }

  private static List<String> each(
      HamstringPipelineStatus status, Function<StageStatus, String> field) {
    return Optional.ofNullable(status.getStages()).orElse(List.of()).stream().map(field).toList();
  }
}
