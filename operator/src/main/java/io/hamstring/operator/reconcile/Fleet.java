package io.hamstring.operator.reconcile;

import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.hamstring.operator.apply.Children;
import io.hamstring.operator.condition.StageWorkers;
import io.hamstring.operator.condition.StageWorkers.Rollout;
import io.hamstring.operator.spec.Pipeline;
import io.hamstring.operator.spec.PipelineStage;
import java.util.List;
import java.util.Optional;

/** How many workers each stage has, as its Deployment and its pods say. */
final class Fleet {

  private final Children children;
  private final Pods pods;

  Fleet(Children children, Pods pods) {
    this.children = children;
    this.pods = pods;
  }

  List<StageWorkers> of(Pipeline pipeline) {
    return pipeline.stages().stream().map(stage -> of(pipeline, stage)).toList();
  }

  private StageWorkers of(Pipeline pipeline, PipelineStage stage) {
    var key = WatchPlan.keyOf(pipeline).stage(stage.name());
    return children
        .find(Deployment.class, pipeline.namespace(), stage.objectName())
        .map(deployment -> of(stage, deployment, pods.troubleOf(key)))
        .orElseGet(
            () ->
                new StageWorkers(
                    stage.name(),
                    pipeline.suspend() ? 0 : stage.workers().wanted().orElse(1),
                    0,
                    Rollout.UNDER_WAY,
                    "its Deployment does not exist yet"));
  }

  private static StageWorkers of(PipelineStage stage, Deployment deployment, String podTrouble) {
    var status = Optional.ofNullable(deployment.getStatus());
    int wanted = Optional.ofNullable(deployment.getSpec().getReplicas()).orElse(1);
    int ready = status.map(s -> s.getReadyReplicas()).orElse(0);
    int updated = status.map(s -> s.getUpdatedReplicas()).orElse(0);
    int all = status.map(s -> s.getReplicas()).orElse(0);
    long observed = status.map(s -> s.getObservedGeneration()).orElse(0L);
    long generation =
        Optional.ofNullable(deployment.getMetadata().getGeneration()).orElse(observed);
    var settled = observed >= generation && updated >= wanted && all <= wanted;
    var refused =
        status.stream()
            .flatMap(s -> s.getConditions().stream())
            .filter(c -> "ReplicaFailure".equals(c.getType()) && "True".equals(c.getStatus()))
            .map(c -> c.getMessage())
            .findFirst();
    return new StageWorkers(
        stage.name(),
        wanted,
        ready,
        settled ? Rollout.SETTLED : Rollout.UNDER_WAY,
        ready >= wanted ? "" : refused.orElse(podTrouble));
  }
}
