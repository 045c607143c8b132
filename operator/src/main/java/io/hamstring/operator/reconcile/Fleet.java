package io.hamstring.operator.reconcile;

import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatus;
import io.hamstring.operator.apply.Children;
import io.hamstring.operator.condition.StageWorkers;
import io.hamstring.operator.condition.StageWorkers.Rollout;
import io.hamstring.operator.spec.Pipeline;
import io.hamstring.operator.spec.PipelineStage;
import io.hamstring.operator.spec.PodNames;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** How many workers each stage has, as its Deployment and its pods say. */
final class Fleet {

  private final Children children;
  private final Pods pods;

  Fleet(Children children, Pods pods) {
    this.children = children;
    this.pods = pods;
  }

  /**
   * The pods of a stage by the template they were made from.
   *
   * @param newest from the present one
   * @param older from any other
   */
  record Made(Set<String> newest, Set<String> older) {}

  /** How many workers of a stage are to work now; empty when it has no Deployment. */
  Optional<Integer> replicasOf(Pipeline pipeline, PipelineStage stage) {
    return children
        .find(Deployment.class, pipeline.namespace(), stage.objectName())
        .map(deployment -> Optional.ofNullable(deployment.getSpec().getReplicas()).orElse(1))
        .map(stage::activeOf);
  }

  /** The pods of a stage, told apart by the template they were made from. */
  Made podsOf(Pipeline pipeline, PipelineStage stage) {
    var present =
        children
            .find(Deployment.class, pipeline.namespace(), stage.objectName())
            .map(deployment -> deployment.getSpec().getTemplate().getMetadata())
            .map(PodNames::templateOf)
            .orElse("");
    var templates = pods.templatesOf(WatchPlan.keyOf(pipeline).stage(stage.name()));
    var newest = new TreeSet<String>();
    var older = new TreeSet<String>();
    templates.forEach((pod, template) -> (template.equals(present) ? newest : older).add(pod));
    return new Made(newest, older);
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
                    pipeline.suspend() ? 0 : stage.podsFor(stage.workers().wanted().orElse(1)),
                    0,
                    pipeline.suspend() ? 0 : stage.standby(),
                    Rollout.UNDER_WAY,
                    null,
                    "its Deployment does not exist yet"));
  }

  /** Kubernetes notes it whenever a pod is made, is ready, or goes. */
  private static Instant progressedAt(DeploymentStatus status) {
    return status.getConditions().stream()
        .filter(c -> "Progressing".equals(c.getType()) && "True".equals(c.getStatus()))
        .flatMap(c -> Memory.instant(c.getLastUpdateTime()).stream())
        .findFirst()
        .orElse(null);
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
        wanted - stage.activeOf(wanted),
        settled ? Rollout.SETTLED : Rollout.UNDER_WAY,
        status.map(Fleet::progressedAt).orElse(null),
        ready >= wanted ? "" : refused.orElse(podTrouble));
  }
}
