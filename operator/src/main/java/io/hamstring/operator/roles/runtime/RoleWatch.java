package io.hamstring.operator.roles.runtime;

import io.hamstring.contract.report.WorkerRole;
import io.hamstring.operator.guard.PodHome;
import io.hamstring.operator.guard.PodSight;
import io.hamstring.operator.guard.Target;
import io.hamstring.operator.roles.Crew;
import io.hamstring.operator.roles.CrewPod;
import io.hamstring.operator.roles.CrewSight;
import io.hamstring.operator.roles.RolesOfPipeline;
import io.hamstring.operator.roles.RolesOfPipeline.CrewedStage;
import io.hamstring.operator.roles.Word;
import io.hamstring.operator.telemetry.PipelineKey;
import io.hamstring.operator.telemetry.StageKey;
import io.hamstring.operator.telemetry.TelemetryBoard;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Tells workers of stages with standbys what to be: at each look at their clusters, when a pod
 * starts, and at once when a dead worker was removed from its group. One thread decides; no call is
 * waited for. Calls return at once.
 */
public final class RoleWatch implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(RoleWatch.class);

  /** A third of a lease, where looks at the cluster are farther apart. */
  private static final Duration RENEWAL = Duration.ofSeconds(20);

  /** A worker that starts answers after a second or two, and is not ready before it is told. */
  private static final Duration ASK_AGAIN = Duration.ofMillis(250);

  /** Kubernetes takes a pod without a cost for one of 0. */
  private static final int CHEAP = -100;

  private final TelemetryBoard board;
  private final CrewSource source;
  private final Clock clock;
  private final Duration sweepInterval;
  private final RoleCaller caller = new RoleCaller();
  private final ScheduledThreadPoolExecutor thread;

  // All confined to the thread.
  private final Map<PipelineKey, RolesOfPipeline> pipelines = new HashMap<>();
  private final Map<PodHome, CrewedStage> homes = new HashMap<>();
  private final Map<StageKey, Crew> crews = new HashMap<>();
  private final Set<StageKey> asking = new HashSet<>();

  public RoleWatch(TelemetryBoard board, CrewSource source, Clock clock, Duration sweepInterval) {
    this.board = board;
    this.source = source;
    this.clock = clock;
    this.sweepInterval = sweepInterval;
    this.thread =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              var one = new Thread(task, "roles");
              one.setDaemon(true);
              return one;
            });
    thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    thread.scheduleWithFixedDelay(
        guarded(() -> Set.copyOf(homes.values()).forEach(this::decide)),
        RENEWAL.toMillis(),
        RENEWAL.toMillis(),
        TimeUnit.MILLISECONDS);
  }

  /** Looks after a pipeline as it is now. */
  public void keep(RolesOfPipeline pipeline) {
    execute(
        () -> {
          release(pipelines.put(pipeline.key(), pipeline));
          pipeline.stages().forEach(stage -> homes.put(stage.home(), stage));
          retain();
          pipeline.stages().forEach(this::look);
        });
  }

  /** Lets go of a pipeline. */
  public void forget(PipelineKey pipeline) {
    execute(
        () -> {
          release(pipelines.remove(pipeline));
          retain();
        });
  }

  private void release(RolesOfPipeline before) {
    if (before != null) {
      before.stages().forEach(stage -> homes.remove(stage.home()));
    }
  }

  private void retain() {
    crews.keySet().removeIf(key -> homes.values().stream().noneMatch(s -> s.key().equals(key)));
  }

  /** A pod changed. */
  public void changed(PodSight now) {
    at(now.home(), this::look);
  }

  /** A pod is gone. */
  public void gone(PodSight last) {
    at(last.home(), this::look);
  }

  /** Starts of a pod were removed from their group: its places are free. */
  public void removed(Target target, Collection<Long> boots) {
    execute(
        () ->
            stageOf(target.stage())
                .ifPresent(
                    stage -> {
                      crew(stage).removed(target.pod(), boots, clock.instant());
                      decide(stage);
                    }));
  }

  /** The board holds new looks at these pipelines. */
  public void looked(Set<PipelineKey> seen) {
    execute(
        () ->
            Set.copyOf(homes.values()).stream()
                .filter(stage -> seen.contains(stage.key().pipeline()))
                .forEach(this::looked));
  }

  private void looked(CrewedStage stage) {
    board
        .of(stage.key())
        .ifPresent(
            window -> {
              var latest = window.latest();
              var crew = crew(stage);
              crew.looked(latest.group(), clock.instant());
              latest.workers().stream()
                  .filter(worker -> worker.report() != null)
                  .forEach(worker -> crew.heard(worker.pod(), worker.report(), worker.heardAt()));
              look(stage);
              source.crewOf(stage).ifPresent(sight -> price(stage, sight));
            });
  }

  private void price(CrewedStage stage, CrewSight sight) {
    for (var pod : sight.pods()) {
      int cost =
          crew(stage).roleOf(pod).filter(role -> role != WorkerRole.ACTIVE).isPresent() ? CHEAP : 0;
      if (pod.isHand() && cost != pod.deletionCost()) {
        source.price(stage, pod, cost);
      }
    }
  }

  /** Decides, and asks whoever has not said anything yet. */
  private void look(CrewedStage stage) {
    decide(stage);
    if (!asking.add(stage.key())) {
      return;
    }
    var unknown =
        source.crewOf(stage).stream()
            .flatMap(sight -> sight.pods().stream())
            .filter(pod -> crew(stage).isUnknown(pod))
            .toList();
    if (unknown.isEmpty()) {
      asking.remove(stage.key());
      return;
    }
    unknown.forEach(pod -> ask(stage, pod));
    later(
        () -> {
          asking.remove(stage.key());
          stageOf(stage.key()).ifPresent(this::look);
        });
  }

  private void ask(CrewedStage stage, CrewPod pod) {
    caller
        .ask(URI.create(pod.report()))
        .whenComplete(
            (report, silent) ->
                execute(
                    () -> {
                      if (report != null && homes.containsValue(stage)) {
                        crew(stage).heard(pod.name(), report, clock.instant());
                        decide(stage);
                      }
                    }));
  }

  private void decide(CrewedStage stage) {
    source
        .crewOf(stage)
        .ifPresent(
            sight -> crew(stage).words(sight, clock.instant()).forEach(w -> tell(stage, sight, w)));
  }

  private void tell(CrewedStage stage, CrewSight sight, Word word) {
    var token = pipelines.get(stage.key().pipeline()).token();
    var pod = sight.pods().stream().filter(p -> p.name().equals(word.pod())).findFirst();
    // It counts from now on, so that nobody else is told the same meanwhile.
    crew(stage).told(word, clock.instant());
    caller
        .tell(URI.create(pod.orElseThrow().report()), word, token)
        .whenComplete((done, failure) -> execute(() -> answered(stage, word, failure)));
  }

  private void answered(CrewedStage stage, Word word, Throwable failure) {
    if (!homes.containsValue(stage)) {
      return;
    }
    var line =
        LOG.atLevel(level(word, failure))
            .addKeyValue("namespace", stage.key().pipeline().namespace())
            .addKeyValue("pipeline", stage.key().pipeline().name())
            .addKeyValue("stage", stage.key().stage())
            .addKeyValue("pod", word.pod())
            .addKeyValue("role", word.role().word());
    if (failure == null) {
      line.log("told");
      return;
    }
    line.addKeyValue("because", String.valueOf(failure.getMessage())).log("not told");
    crew(stage).notTold(word, clock.instant());
    if (word.isNew()) {
      decide(stage);
    }
  }

  private static Level level(Word word, Throwable failure) {
    if (failure != null) {
      return Level.WARN;
    }
    return word.isNew() ? Level.INFO : Level.DEBUG;
  }

  private Crew crew(CrewedStage stage) {
    return crews.computeIfAbsent(
        stage.key(), key -> new Crew(stage.deployment() + "-", sweepInterval));
  }

  private Optional<CrewedStage> stageOf(StageKey key) {
    return homes.values().stream().filter(stage -> stage.key().equals(key)).findFirst();
  }

  private void at(PodHome home, Consumer<CrewedStage> then) {
    execute(() -> Optional.ofNullable(homes.get(home)).ifPresent(then));
  }

  private void later(Runnable task) {
    try {
      thread.schedule(guarded(task), ASK_AGAIN.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException closed) {
      LOG.debug("closed");
    }
  }

  private void execute(Runnable task) {
    try {
      thread.execute(guarded(task));
    } catch (RejectedExecutionException closed) {
      LOG.debug("closed");
    }
  }

  /** An executor that sees a throwable never runs a repeated task again: none may pass. */
  private static Runnable guarded(Runnable task) {
    return () -> {
      try {
        task.run();
      } catch (RuntimeException bug) {
        LOG.atError().setCause(bug).log("roles not decided");
      }
    };
  }

  /** Ends the thread; workers go on as they are until their leases run out. */
  @Override
  public void close() {
    thread.shutdownNow();
  }
}
