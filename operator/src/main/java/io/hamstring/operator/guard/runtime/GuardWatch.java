package io.hamstring.operator.guard.runtime;

import io.hamstring.operator.guard.Cause;
import io.hamstring.operator.guard.Deaths;
import io.hamstring.operator.guard.Eviction;
import io.hamstring.operator.guard.FleetLook;
import io.hamstring.operator.guard.GuardedPipeline;
import io.hamstring.operator.guard.GuardedStage;
import io.hamstring.operator.guard.PodHome;
import io.hamstring.operator.guard.PodSight;
import io.hamstring.operator.guard.Target;
import io.hamstring.operator.guard.Vigil;
import io.hamstring.operator.telemetry.GuardView;
import io.hamstring.operator.telemetry.PipelineKey;
import io.hamstring.operator.telemetry.StageKey;
import io.hamstring.operator.telemetry.StageWindow;
import io.hamstring.operator.telemetry.TelemetryBoard;
import io.hamstring.operator.telemetry.watch.Cluster;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Fences and evicts what died, as pods and groups tell of it. Calls return at once; what is to be
 * done is done on threads of its own, one for each cluster.
 */
public final class GuardWatch implements AutoCloseable {

  private static final Duration END = Duration.ofSeconds(3);

  private final TelemetryBoard board;
  private final PodTruth pods;
  private final GuardListener listener;
  private final Clock clock;
  private final SlowTasks slow = new SlowTasks();
  private final Set<String> asked = ConcurrentHashMap.newKeySet();
  // By the sweep's threads; one stage is looked at by one of them at a time.
  private final Map<StageKey, Vigil> vigils = new ConcurrentHashMap<>();
  private final Refusals refusals = new Refusals();
  private final ReentrantLock lock = new ReentrantLock();

  // All guarded by lock.
  private boolean closed;
  private final Map<PipelineKey, Guarded> pipelines = new HashMap<>();
  private final Map<PodHome, GuardedStage> homes = new HashMap<>();
  private final Map<Cluster, ClusterGuard> clusters = new HashMap<>();

  private record Guarded(Cluster cluster, GuardedPipeline pipeline) {}

  public GuardWatch(TelemetryBoard board, PodTruth pods, GuardListener listener, Clock clock) {
    this.board = board;
    this.pods = pods;
    this.listener = listener;
    this.clock = clock;
  }

  /** Guards a pipeline as it is now; nothing after the end. */
  public void guard(Cluster cluster, GuardedPipeline pipeline) {
    lock.lock();
    try {
      var now = new Guarded(cluster, pipeline);
      if (closed || now.equals(pipelines.get(pipeline.key()))) {
        return;
      }
      release(pipelines.put(pipeline.key(), now));
      pipeline.stages().forEach(stage -> homes.put(stage.home(), stage));
      retain();
      clusters
          .computeIfAbsent(
              cluster,
              c -> new ClusterGuard(c, refusals::learn, listener::removed, this::ended, clock))
          .prepare();
    } finally {
      lock.unlock();
    }
  }

  /** Lets go of a pipeline. */
  public void forget(PipelineKey pipeline) {
    lock.lock();
    try {
      release(pipelines.remove(pipeline));
      retain();
    } finally {
      lock.unlock();
    }
  }

  private void retain() {
    var stages = homes.values().stream().map(GuardedStage::key).collect(Collectors.toSet());
    vigils.keySet().retainAll(stages);
    refusals.retain(stages);
  }

  private void release(Guarded before) {
    if (before == null) {
      return;
    }
    before.pipeline().stages().forEach(stage -> homes.remove(stage.home()));
    var cluster = before.cluster();
    if (pipelines.values().stream().noneMatch(other -> other.cluster().equals(cluster))) {
      clusters.remove(cluster).close();
    } else if (!pipelines.containsKey(before.pipeline().key())) {
      clusters.get(cluster).forget(before.pipeline().key());
    }
  }

  /** A pod changed. */
  public void changed(PodSight before, PodSight now) {
    if (Deaths.isNews(before, now)) {
      at(
          now,
          stage -> Target.upTo(stage.key(), now.pod(), now.deadBoot(), Cause.TERMINATED),
          List.of(now.deadBoot()));
    }
  }

  /** A pod is gone. */
  public void gone(PodSight last) {
    at(
        last,
        stage -> Target.allOf(stage.key(), last.pod(), Cause.VANISHED),
        last.worker() == PodSight.Container.RUNNING ? reportedBoot(last) : List.of());
  }

  private void at(PodSight pod, Function<GuardedStage, Target> aim, Collection<Long> boots) {
    lock.lock();
    try {
      var stage = homes.get(pod.home());
      if (stage != null) {
        evict(stage, aim.apply(stage), boots);
      }
    } finally {
      lock.unlock();
    }
  }

  private List<Long> reportedBoot(PodSight pod) {
    lock.lock();
    try {
      var stage = homes.get(pod.home());
      return stage == null
          ? List.of()
          : board.of(stage.key()).stream()
              .flatMap(window -> window.latest().workers().stream())
              .filter(worker -> worker.pod().equals(pod.pod()) && worker.report() != null)
              .map(worker -> worker.report().boot())
              .toList();
    } finally {
      lock.unlock();
    }
  }

  private void ended(Eviction eviction, Duration took) {
    refusals.learn(eviction);
    listener.count(eviction, took);
    slow.offer(() -> listener.tell(eviction, took));
  }

  private void evict(GuardedStage stage, Target target, Collection<Long> boots) {
    if (stage.rules().enabled()) {
      clusters.get(pipelines.get(stage.key().pipeline()).cluster()).evict(stage, target, boots);
    }
  }

  /** The board holds new looks at these pipelines: finds what no event told of. */
  public void looked(Set<PipelineKey> seen) {
    for (var stage : stagesOf(seen)) {
      board.of(stage.key()).ifPresent(window -> looked(stage, window));
    }
  }

  private List<GuardedStage> stagesOf(Set<PipelineKey> seen) {
    lock.lock();
    try {
      return seen.stream()
          .filter(pipelines::containsKey)
          .flatMap(key -> pipelines.get(key).pipeline().stages().stream())
          .toList();
    } finally {
      lock.unlock();
    }
  }

  private void looked(GuardedStage stage, StageWindow window) {
    var look = FleetLook.of(stage, pods.podsOf(stage), window.latest());
    var vigil = vigils.getOrDefault(stage.key(), Vigil.EMPTY).after(look);
    var frozen = vigil.frozen(look);
    if (stage.rules().enabled()) {
      var deaths = Deaths.among(look);
      deaths.targets().forEach(target -> found(stage, target));
      deaths.missing().forEach(pod -> askOf(stage, pod));
      vigil.superseded(look).forEach(target -> found(stage, target));
      frozen.forEach(target -> found(stage, target));
      vigil = vigil.tookOut(frozen, look.at());
    }
    vigils.put(stage.key(), vigil);
    board.guarded(stage.key(), new GuardView(vigil.ghosts(look), refusals.of(stage.key())));
  }

  private void found(GuardedStage stage, Target target) {
    lock.lock();
    try {
      if (homes.get(stage.home()) == stage) {
        evict(stage, target, target.known());
      }
    } finally {
      lock.unlock();
    }
  }

  /** No informer knows the pod: it may be newer than what the informer saw. */
  private void askOf(GuardedStage stage, String pod) {
    var namespace = stage.key().pipeline().namespace();
    if (!asked.add(namespace + "/" + pod)) {
      return;
    }
    var isAsked =
        slow.offer(
            () -> {
              try {
                if (pods.isGone(namespace, pod)) {
                  found(stage, Target.allOf(stage.key(), pod, Cause.VANISHED));
                }
              } finally {
                asked.remove(namespace + "/" + pod);
              }
            });
    if (!isAsked) {
      asked.remove(namespace + "/" + pod);
    }
  }

  /** Ends every thread and client; what is under way is found again by the next operator. */
  @Override
  public void close() {
    List<ClusterGuard> closing;
    lock.lock();
    try {
      closed = true;
      closing = new ArrayList<>(clusters.values());
      clusters.clear();
      pipelines.clear();
      homes.clear();
    } finally {
      lock.unlock();
    }
    slow.close();
    closing.forEach(ClusterGuard::close);
    try {
      for (var cluster : closing) {
        cluster.awaitEnd(END);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
