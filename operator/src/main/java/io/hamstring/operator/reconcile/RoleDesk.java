package io.hamstring.operator.reconcile;

import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.hamstring.contract.names.ObjectNames;
import io.hamstring.operator.apply.Children;
import io.hamstring.operator.guard.PodHome;
import io.hamstring.operator.guard.PodSight;
import io.hamstring.operator.guard.Target;
import io.hamstring.operator.guard.runtime.SlowTasks;
import io.hamstring.operator.roles.CrewPod;
import io.hamstring.operator.roles.CrewSight;
import io.hamstring.operator.roles.RolesOfPipeline;
import io.hamstring.operator.roles.RolesOfPipeline.CrewedStage;
import io.hamstring.operator.roles.runtime.CrewSource;
import io.hamstring.operator.roles.runtime.RoleWatch;
import io.hamstring.operator.spec.Pipeline;
import io.hamstring.operator.spec.PipelineStage;
import io.hamstring.operator.telemetry.PipelineKey;
import io.hamstring.operator.telemetry.TelemetryBoard;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings those who tell workers their roles what there is to know of pods and pipelines. */
final class RoleDesk implements CrewSource, AutoCloseable {

  /** Annotation: which pods Kubernetes deletes first when there are too many. */
  static final String DELETION_COST = "controller.kubernetes.io/pod-deletion-cost";

  private static final Logger LOG = LoggerFactory.getLogger(RoleDesk.class);

  private final KubernetesClient client;
  private final Children children;
  private final RoleKeys keys;
  private final RoleWatch watch;
  private final SlowTasks slow = new SlowTasks();
  // Set before the informer of pods is started, and so before anything is called.
  private volatile Pods pods;

  RoleDesk(
      KubernetesClient client,
      Children children,
      TelemetryBoard board,
      RoleKeys keys,
      Clock clock,
      Duration sweepInterval) {
    this.client = client;
    this.children = children;
    this.keys = keys;
    this.watch = new RoleWatch(board, this, clock, sweepInterval);
  }

  void learnsFrom(Pods informer) {
    pods = informer;
  }

  /** Looks after a pipeline as it is now. */
  void keep(Pipeline pipeline) {
    var key = WatchPlan.keyOf(pipeline);
    var stages =
        pipeline.stages().stream()
            .filter(PipelineStage::keepsStandbys)
            .map(
                stage ->
                    new CrewedStage(
                        key.stage(stage.name()),
                        new PodHome(
                            key.namespace(), ObjectNames.ofPipeline(key.name()), stage.name()),
                        stage.objectName(),
                        stage.standby()))
            .toList();
    if (stages.isEmpty() || keys.known().isEmpty()) {
      watch.forget(key);
    } else {
      watch.keep(new RolesOfPipeline(key, keys.known().get().token(pipeline.uid()), stages));
    }
  }

  void forget(PipelineKey pipeline) {
    watch.forget(pipeline);
  }

  void changed(PodSight now) {
    watch.changed(now);
  }

  void gone(PodSight last) {
    watch.gone(last);
  }

  void removed(Target target, Collection<Long> boots) {
    watch.removed(target, boots);
  }

  void looked(Set<PipelineKey> seen) {
    watch.looked(seen);
  }

  @Override
  public Optional<CrewSight> crewOf(CrewedStage stage) {
    return children
        .find(Deployment.class, stage.key().pipeline().namespace(), stage.deployment())
        .map(
            deployment -> {
              int replicas = Optional.ofNullable(deployment.getSpec().getReplicas()).orElse(1);
              return new CrewSight(
                  PipelineStage.activeOf(replicas, stage.standby()),
                  replicas,
                  pods.crewOf(stage.key(), deployment));
            });
  }

  @Override
  public void price(CrewedStage stage, CrewPod pod, int cost) {
    slow.offer(
        () -> {
          try {
            client
                .pods()
                .inNamespace(stage.key().pipeline().namespace())
                .withName(pod.name())
                .patch(
                    PatchContext.of(PatchType.JSON_MERGE),
                    "{\"metadata\":{\"annotations\":{\""
                        + DELETION_COST
                        + "\":"
                        + (cost == 0 ? "null" : "\"" + cost + "\"")
                        + "}}}");
          } catch (KubernetesClientException refused) {
            LOG.atWarn()
                .addKeyValue("pod", pod.name())
                .addKeyValue("because", refused.getMessage())
                .log("a pod keeps its deletion cost, so Kubernetes may delete a worker that works");
          }
        });
  }

  @Override
  public void close() {
    watch.close();
    slow.close();
  }
}
