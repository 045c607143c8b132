package io.hamstring.operator.reconcile;

import io.hamstring.operator.scale.ScaleState;
import io.hamstring.operator.spec.Pipeline;
import io.hamstring.operator.spec.PipelineStage;
import io.hamstring.operator.spec.PipelineStage.Rollout;
import io.hamstring.operator.spec.Workers;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What the operator itself decided for the stages of a pipeline, beside what the spec says.
 * Immutable.
 *
 * @param scaling by stage, of those that are scaled by load
 * @param waits by stage, what a halted rollout waits for
 */
record Steering(Map<String, ScaleState> scaling, Map<String, String> waits) {

  /** Nothing was decided. */
  static final Steering NONE = new Steering(Map.of(), Map.of());

  Steering {
    scaling = Map.copyOf(scaling);
    waits = Map.copyOf(waits);
  }

  /** The pipeline as it is to run now. */
  Pipeline applyTo(Pipeline pipeline) {
    return pipeline.with(pipeline.stages().stream().map(this::steered).toList());
  }

  private PipelineStage steered(PipelineStage stage) {
    var paced = waits.containsKey(stage.name()) ? stage.with(Rollout.HALTED) : stage;
    return stage.workers() instanceof Workers.Scaled scaled && scaling.containsKey(stage.name())
        ? paced.with(scaled.decided(scaling.get(stage.name()).replicas()))
        : paced;
  }

  /** These decisions, and {@code others} for stages of which nothing is decided here. */
  Steering over(Steering others) {
    var all = new HashMap<>(others.scaling);
    all.putAll(scaling);
    all.keySet().retainAll(others.scaling.keySet());
    return new Steering(all, waits);
  }

  /** Whether {@code other} makes the same objects of a pipeline. */
  boolean asksLike(Steering other) {
    return waits.keySet().equals(other.waits.keySet()) && numbers().equals(other.numbers());
  }

  private Map<String, Integer> numbers() {
    return scaling.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().replicas()));
  }

  /** The scaler's latest decision on a stage. */
  Optional<ScaleState> scalingOf(String stage) {
    return Optional.ofNullable(scaling.get(stage));
  }

  /** What the rollout of a stage waits for; empty when it does not. */
  String waitsFor(String stage) {
    return waits.getOrDefault(stage, "");
  }
}
