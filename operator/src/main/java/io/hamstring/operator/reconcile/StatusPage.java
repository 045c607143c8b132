package io.hamstring.operator.reconcile;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.hamstring.api.v1alpha1.HamstringPipelineStatus;
import io.hamstring.api.v1alpha1.PipelineStatusSummary;
import io.hamstring.api.v1alpha1.RecoveryStatus;
import io.hamstring.api.v1alpha1.ScalingStatus;
import io.hamstring.api.v1alpha1.StageStatus;
import io.hamstring.contract.Durations;
import io.hamstring.contract.report.WorkerReport.PartitionReport;
import io.hamstring.operator.condition.Reported;
import io.hamstring.operator.condition.StageWorkers;
import io.hamstring.operator.scale.ScaleState;
import io.hamstring.operator.spec.Pipeline;
import io.hamstring.operator.spec.PipelineStage;
import io.hamstring.operator.symptom.SymptomType;
import io.hamstring.operator.telemetry.StageWindow;
import io.hamstring.operator.telemetry.TelemetryBoard;
import io.hamstring.operator.telemetry.WorkerRecovery;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Writes down how things stand with a pipeline. */
final class StatusPage {

  private final TelemetryBoard board;
  private final Fleet fleet;

  StatusPage(TelemetryBoard board, Fleet fleet) {
    this.board = board;
    this.fleet = fleet;
  }

  /** The whole status as it should be now. */
  HamstringPipelineStatus of(Standing standing, Instant now) {
    var status = new HamstringPipelineStatus();
    status.setObservedGeneration(standing.generation());
    status.setConditions(
        standing.health().conditions().entrySet().stream()
            .map(entry -> condition(entry.getKey(), entry.getValue(), standing.generation()))
            .toList());
    var workers = standing.pipeline().map(fleet::of).orElse(List.of());
    var stored = Optional.ofNullable(standing.written());
    standing
        .pipeline()
        .ifPresentOrElse(
            pipeline -> status.setStages(stages(standing, pipeline, workers, stored, now)),
            () -> stored.map(HamstringPipelineStatus::getStages).ifPresent(status::setStages));
    status.setSummary(summary(standing, status, workers));
    // With no stage to look at, what a predecessor left is kept for the day when there is one.
    status.setMemory(
        standing.pipeline().isPresent()
            ? Memory.of(standing, board)
            : stored.map(HamstringPipelineStatus::getMemory).orElse(null));
    return status;
  }

  private static Condition condition(String type, Reported reported, long generation) {
    var verdict = reported.verdict();
    return new ConditionBuilder()
        .withType(type)
        .withStatus(verdict.status().text())
        .withReason(verdict.reason())
        .withMessage(verdict.message())
        .withLastTransitionTime(reported.since().truncatedTo(ChronoUnit.SECONDS).toString())
        .withObservedGeneration(generation)
        .build();
  }

  private static PipelineStatusSummary summary(
      Standing standing, HamstringPipelineStatus status, List<StageWorkers> workers) {
    var summary = new PipelineStatusSummary();
    summary.setStages(
        workers.stream().filter(stage -> stage.ready() >= stage.wanted()).count()
            + "/"
            + workers.size());
    var stages = Optional.ofNullable(status.getStages()).orElse(List.of());
    summary.setWorkers(total(stages, StageStatus::getWorkers));
    summary.setStandby(total(stages, StageStatus::getStandby));
    summary.setSymptoms(
        standing.health().alerts().stream().map(SymptomType::id).collect(Collectors.joining(",")));
    var lags = stages.stream().map(StageStatus::getLag).filter(Objects::nonNull).toList();
    summary.setLag(lags.isEmpty() ? null : lags.stream().mapToLong(Long::longValue).sum());
    return summary;
  }

  /** The sum of counts such as 1/2; null when there is none. */
  private static String total(List<StageStatus> stages, Function<StageStatus, String> count) {
    var counts = stages.stream().map(count).filter(Objects::nonNull).toList();
    return counts.isEmpty() ? null : sum(counts, 0) + "/" + sum(counts, 1);
  }

  private static int sum(List<String> counts, int part) {
    return counts.stream().mapToInt(count -> Integer.parseInt(count.split("/")[part])).sum();
  }

  private List<StageStatus> stages(
      Standing standing,
      Pipeline pipeline,
      List<StageWorkers> workers,
      Optional<HamstringPipelineStatus> stored,
      Instant now) {
    var stages = new ArrayList<StageStatus>();
    for (int i = 0; i < workers.size(); i++) {
      var stage = pipeline.stages().get(i);
      var window = board.of(WatchPlan.keyOf(pipeline).stage(stage.name()));
      var status = stage(stage, workers.get(i), window, now);
      standing
          .steering()
          .scalingOf(stage.name())
          .map(StatusPage::scaling)
          .ifPresent(status::setScaling);
      if (window.isEmpty()) {
        stored.stream()
            .flatMap(s -> Optional.ofNullable(s.getStages()).stream().flatMap(List::stream))
            .filter(s -> stage.name().equals(s.getName()))
            .findFirst()
            .ifPresent(s -> keepFigures(s, status));
      }
      stages.add(status);
    }
    return stages;
  }

  /** Until a restarted operator has looked, its predecessor's figures stand. */
  private static void keepFigures(StageStatus stored, StageStatus status) {
    status.setPartitions(stored.getPartitions());
    status.setLag(stored.getLag());
    status.setLagAge(stored.getLagAge());
    status.setLastRecovery(stored.getLastRecovery());
  }

  private static StageStatus stage(
      PipelineStage stage, StageWorkers workers, Optional<StageWindow> window, Instant now) {
    var status = new StageStatus();
    status.setName(stage.name());
    var roles = RoleCount.of(workers, window);
    status.setWorkers(roles.active() + "/" + roles.wantedActive());
    if (roles.wantedStandby() > 0) {
      status.setStandby(roles.standby() + "/" + roles.wantedStandby());
      status.setRoles(roles.roles());
    }
    status.setGroup(stage.group());
    status.setTopics(stage.inputTopics());
    window.ifPresent(
        seen -> {
          var latest = seen.latest();
          if (latest.cluster().isReached()) {
            status.setPartitions(latest.partitions().size());
          }
          latest.lag().total().known().ifPresent(status::setLag);
          status.setLagAge(lagAge(seen, now));
          seen.lastRecovery().map(StatusPage::recovery).ifPresent(status::setLastRecovery);
        });
    return status;
  }

  /** Since when the oldest record that a worker holds waits; null when none does. */
  private static String lagAge(StageWindow window, Instant now) {
    if (window.latest().lag().total().known().orElse(0) == 0) {
      return null;
    }
    return window.latest().workers().stream()
        .filter(worker -> worker.report() != null)
        .flatMap(worker -> worker.report().partitions().stream())
        .map(PartitionReport::oldestRecordAt)
        .filter(Objects::nonNull)
        .min(Instant::compareTo)
        .map(oldest -> age(oldest, now))
        .orElse(null);
  }

  private static String age(Instant oldest, Instant now) {
    var age = Duration.between(oldest, now).truncatedTo(ChronoUnit.SECONDS);
    var longest = Duration.ofHours(99_999);
    return Durations.format(
        age.isNegative() ? Duration.ZERO : age.compareTo(longest) > 0 ? longest : age);
  }

  private static ScalingStatus scaling(ScaleState state) {
    var status = new ScalingStatus();
    status.setReplicas(state.replicas());
    status.setReason(state.reason().id());
    status.setMessage(state.message());
    status.setAt(state.at().truncatedTo(ChronoUnit.SECONDS).toString());
    return status;
  }

  private static RecoveryStatus recovery(WorkerRecovery recovery) {
    var status = new RecoveryStatus();
    status.setAt(recovery.at().truncatedTo(ChronoUnit.MILLIS).toString());
    // A newer worker may name a cause that this operator does not know.
    status.setCause(recovery.cause() == null ? "UNKNOWN" : recovery.cause().name());
    if (recovery.took() != null) {
      status.setTook(Durations.format(recovery.took().truncatedTo(ChronoUnit.MILLIS)));
    }
    return status;
  }
}
