package io.hamstring.operator.reconcile;

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

  Judgement(TelemetryBoard board, Fleet fleet, WatchPlan plan) {
    this.board = board;
    this.fleet = fleet;
    this.plan = plan;
  }

  /** The pipeline's health after a look at it now. */
  PipelineHealth of(Standing standing, Instant now) {
    var workers = standing.pipeline().map(fleet::of).orElse(List.of());
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
                standing.refused(),
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
