package io.hamstring.operator.reconcile;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.hamstring.operator.guard.Eviction;
import io.hamstring.operator.guard.GuardedStage;
import io.hamstring.operator.guard.PodSight;
import io.hamstring.operator.guard.Target;
import io.hamstring.operator.guard.runtime.GuardListener;
import io.hamstring.operator.guard.runtime.GuardWatch;
import io.hamstring.operator.guard.runtime.PodTruth;
import io.hamstring.operator.spec.Pipeline;
import io.hamstring.operator.telemetry.PipelineKey;
import io.hamstring.operator.telemetry.TelemetryBoard;
import io.hamstring.operator.telemetry.watch.SweepListener;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** Brings the guard what there is to know of pods and pipelines, and tells of what it did. */
final class GuardDesk implements PodListener, PodTruth, GuardListener, AutoCloseable {

  private final KubernetesClient client;
  private final Roster roster;
  private final Announcer announcer;
  private final GuardMetrics metrics;
  private final RoleDesk roles;
  private final Clock clock;
  private final GuardWatch guard;
  // Set before the informer of pods is started, and so before anything is called.
  private volatile Pods pods;

  GuardDesk(
      KubernetesClient client,
      TelemetryBoard board,
      Roster roster,
      Announcer announcer,
      GuardMetrics metrics,
      RoleDesk roles,
      Clock clock) {
    this.client = client;
    this.roster = roster;
    this.announcer = announcer;
    this.metrics = metrics;
    this.roles = roles;
    this.clock = clock;
    this.guard = new GuardWatch(board, this, this, clock);
  }

  void learnsFrom(Pods informer) {
    pods = informer;
    roles.learnsFrom(informer);
  }

  /** Guards a pipeline as it is now. */
  void guard(Pipeline pipeline) {
    guard.guard(WatchPlan.clusterOf(pipeline), WatchPlan.guarded(pipeline));
    roles.keep(pipeline);
  }

  void forget(PipelineKey pipeline) {
    guard.forget(pipeline);
    roles.forget(pipeline);
    metrics.forget(pipeline);
  }

  /** Has the guard look at what a sweep saw, after {@code first} did. */
  SweepListener after(SweepListener first) {
    return new SweepListener() {
      @Override
      public void swept(Set<PipelineKey> pipelines) {
        first.swept(pipelines);
        guard.looked(pipelines);
        roles.looked(pipelines);
      }

      @Override
      public void took(Duration time) {
        first.took(time);
      }

      @Override
      public void grew(Set<PipelineKey> pipelines, GrownTopic topic) {
        first.grew(pipelines, topic);
      }
    };
  }

  @Override
  public void changed(PodSight before, PodSight now) {
    guard.changed(before, now);
    roles.changed(now);
  }

  @Override
  public void gone(PodSight last) {
    guard.gone(last);
    roles.gone(last);
  }

  @Override
  public List<PodSight> podsOf(GuardedStage stage) {
    return pods.sightsOf(stage.key());
  }

  @Override
  public boolean isGone(String namespace, String pod) {
    try {
      return client.pods().inNamespace(namespace).withName(pod).get() == null;
    } catch (KubernetesClientException noAnswer) {
      return false;
    }
  }

  @Override
  public void removed(Target target, Collection<Long> boots) {
    roles.removed(target, boots);
  }

  @Override
  public void count(Eviction eviction, Duration took) {
    metrics.count(eviction, took);
  }

  @Override
  public void tell(Eviction eviction, Duration took) {
    var key = eviction.target().stage().pipeline();
    roster
        .all()
        .filter(pipeline -> SweepEvents.keyOf(pipeline).equals(key))
        .findFirst()
        .flatMap(pipeline -> Flips.of(eviction, took, pipeline, clock.instant()))
        .ifPresent(event -> announcer.announce(List.of(event)));
  }

  @Override
  public void close() {
    guard.close();
    roles.close();
  }
}
