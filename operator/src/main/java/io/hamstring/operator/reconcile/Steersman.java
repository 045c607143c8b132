package io.hamstring.operator.reconcile;

import io.hamstring.api.v1alpha1.HamstringPipelineStatus;
import io.hamstring.api.v1alpha1.StageStatus;
import io.hamstring.operator.condition.StageWorkers;
import io.hamstring.operator.scale.RolloutGate;
import io.hamstring.operator.scale.ScaleState;
import io.hamstring.operator.scale.Scaler;
import io.hamstring.operator.scale.StageLoad;
import io.hamstring.operator.spec.Pipeline;
import io.hamstring.operator.spec.PipelineStage;
import io.hamstring.operator.spec.Workers;
import io.hamstring.operator.telemetry.TelemetryBoard;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/** Decides for the stages of a pipeline how many workers they have and whether rollouts go on. */
final class Steersman {

  /** Fewer workers must do for so long before any is taken away. */
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /** Over which a load is measured. */
  private static final Duration LOAD = Duration.ofSeconds(30);

  private final TelemetryBoard board;
  private final Fleet fleet;
  private final WatchPlan plan;

  Steersman(TelemetryBoard board, Fleet fleet, WatchPlan plan) {
    this.board = board;
    this.fleet = fleet;
    this.plan = plan;
  }

  /**
   * What is decided before anything was seen: what a predecessor decided holds, and where none did,
   * what runs.
   *
   * @param stored the status that a predecessor left, or null
   */
  Steering resumed(Pipeline pipeline, HamstringPipelineStatus stored, Instant now) {
    var scaling = new HashMap<String, ScaleState>();
    for (var stage : pipeline.stages()) {
      if (stage.workers() instanceof Workers.Scaled scaled) {
        scaling.put(stage.name(), resumed(pipeline, stage, scaled, stored, now));
      }
    }
    return new Steering(scaling, new HashMap<>());
  }

  private ScaleState resumed(
      Pipeline pipeline,
      PipelineStage stage,
      Workers.Scaled scaled,
      HamstringPipelineStatus stored,
      Instant now) {
    var memory = Memory.scalingIn(stored, stage.name());
    var replicas =
        decided(stored, stage.name())
            .or(() -> fleet.replicasOf(pipeline, stage).filter(running -> running > 0))
            .map(scaled::clamped)
            .orElse(scaled.min());
    return memory.map(state -> state.resuming(replicas)).orElse(ScaleState.of(replicas, now));
  }

  private static Optional<Integer> decided(HamstringPipelineStatus stored, String stage) {
    return Optional.ofNullable(stored).map(HamstringPipelineStatus::getStages).stream()
        .flatMap(List::stream)
        .filter(status -> stage.equals(status.getName()))
        .map(StageStatus::getScaling)
        .flatMap(scaling -> Optional.ofNullable(scaling).stream())
        .flatMap(scaling -> Optional.ofNullable(scaling.getReplicas()).stream())
        .findFirst();
  }

  /** The decisions after one more look. */
  Steering next(Pipeline pipeline, Steering before, List<StageWorkers> workers, Instant now) {
    var scaling = new HashMap<String, ScaleState>();
    var waits = new HashMap<String, String>();
    for (int i = 0; i < workers.size(); i++) {
      var stage = pipeline.stages().get(i);
      var seen = workers.get(i);
      if (stage.workers() instanceof Workers.Scaled scaled) {
        scaling.put(stage.name(), next(pipeline, stage, scaled, before, seen, now));
      }
      var waitsFor = waitsFor(pipeline, stage, seen, now);
      if (!waitsFor.isEmpty()) {
        waits.put(stage.name(), waitsFor);
      }
    }
    return new Steering(scaling, waits);
  }

  private ScaleState next(
      Pipeline pipeline,
      PipelineStage stage,
      Workers.Scaled scaled,
      Steering before,
      StageWorkers seen,
      Instant now) {
    var state =
        before.scalingOf(stage.name()).orElseGet(() -> resumed(pipeline, stage, scaled, null, now));
    var window = board.of(WatchPlan.keyOf(pipeline).stage(stage.name()));
    if (window.isEmpty() || pipeline.suspend()) {
      return state;
    }
    var load =
        StageLoad.of(
            window.get(),
            seen.active(),
            plan.tempo().of(LOAD),
            plan.thresholds(pipeline).fresh(),
            now);
    return new Scaler(plan.tempo().of(PATIENCE))
        .next(scaled, seen.isSettled() ? load : load.unsettledBy(unsettled(seen)), state, now);
  }

  private static String unsettled(StageWorkers seen) {
    return seen.ready() + " of " + seen.wanted() + " workers are ready and up to date";
  }

  private String waitsFor(Pipeline pipeline, PipelineStage stage, StageWorkers seen, Instant now) {
    if (seen.rollout() == StageWorkers.Rollout.SETTLED) {
      return "";
    }
    var pods = fleet.podsOf(pipeline, stage);
    return board
        .of(WatchPlan.keyOf(pipeline).stage(stage.name()))
        .map(
            window ->
                RolloutGate.waitsFor(
                    window, pods.newest(), pods.older(), plan.thresholds(pipeline).fresh(), now))
        .orElse("");
  }
}
