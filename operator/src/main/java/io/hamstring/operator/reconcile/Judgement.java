package io.hamstring.operator.reconcile;

import io.hamstring.api.v1alpha1.HamstringPipelineStatus;
import io.hamstring.operator.condition.PipelineHealth;
import io.hamstring.operator.condition.PipelineLook;
import io.hamstring.operator.condition.PipelineLook.Activity;
import io.hamstring.operator.condition.StageWorkers;
import io.hamstring.operator.spec.Pipeline;
import io.hamstring.operator.spec.Problem;
import io.hamstring.operator.symptom.SymptomType;
import io.hamstring.operator.symptom.Symptoms;
import io.hamstring.operator.symptom.Verdict;
import io.hamstring.operator.telemetry.TelemetryBoard;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Puts together what is known of a pipeline and says how it is. */
final class Judgement {

  private final TelemetryBoard board;
  private final Fleet fleet;
  private final WatchPlan plan;
  private final Steersman steersman;

  Judgement(TelemetryBoard board, Fleet fleet, WatchPlan plan) {
    this.board = board;
    this.fleet = fleet;
    this.plan = plan;
    this.steersman = new Steersman(board, fleet, plan);
  }

  /** What is decided for a pipeline that is about to be applied. */
  Steering resumed(
      Pipeline pipeline, Steering before, HamstringPipelineStatus stored, Instant now) {
    return before.over(steersman.resumed(pipeline, stored, now));
  }

  /** How things stand after a look at the pipeline now. */
  Standing of(Standing standing, Instant now) {
    var counted = standing.pipeline().map(fleet::of).orElse(List.of());
    var steering =
        standing
            .pipeline()
            .map(pipeline -> steersman.next(pipeline, standing.steering(), counted, now))
            .orElse(standing.steering());
    var workers =
        counted.stream().map(stage -> stage.waitingFor(steering.waitsFor(stage.stage()))).toList();
    return standing.with(steering).with(health(standing, workers, now));
  }

  private PipelineHealth health(Standing standing, List<StageWorkers> workers, Instant now) {
    return standing
        .health()
        .at(plan.tempo())
        .observe(
            new PipelineLook(
                standing.pipeline().filter(Pipeline::suspend).isPresent()
                    ? Activity.SUSPENDED
                    : Activity.ACTIVE,
                standing.resolution().problems().stream().map(Problem::text).toList(),
                standing.resolution().warnings(),
                standing.problems(now),
                standing.hold(),
                workers,
                verdicts(standing, workers, now)),
            now);
  }

  private SortedMap<String, Map<SymptomType, Verdict>> verdicts(
      Standing standing, List<StageWorkers> workers, Instant now) {
    var verdicts = new TreeMap<String, Map<SymptomType, Verdict>>();
    if (standing.pipeline().isEmpty()) {
      return verdicts;
    }
    var pipeline = standing.running();
    var key = WatchPlan.keyOf(pipeline);
    var thresholds = plan.thresholds(pipeline);
    for (var stage : workers) {
      if (stage.wanted() > 0) {
        verdicts.put(
            stage.stage(),
            board
                .of(key.stage(stage.stage()))
                .map(window -> Symptoms.of(stage.stage(), window, thresholds, now))
                .orElseGet(() -> Symptoms.ofUnseen(stage.stage())));
      }
    }
    return verdicts;
  }
}
