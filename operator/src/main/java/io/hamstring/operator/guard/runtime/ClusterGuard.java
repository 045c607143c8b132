package io.hamstring.operator.guard.runtime;

import io.hamstring.operator.guard.Eviction;
import io.hamstring.operator.guard.GuardedStage;
import io.hamstring.operator.guard.Outcome;
import io.hamstring.operator.guard.Target;
import io.hamstring.operator.telemetry.PipelineKey;
import io.hamstring.operator.telemetry.watch.Cluster;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out the evictions at one cluster: one client, one thread, any number of evictions side by
 * side, for no call is waited for. Everything but the client's own work is confined to the thread.
 */
final class ClusterGuard {

  private static final Logger LOG = LoggerFactory.getLogger(ClusterGuard.class);

  private final Cluster cluster;
  private final Consumer<Eviction> refused;
  private final BiConsumer<Target, Collection<Long>> removed;
  private final BiConsumer<Eviction, Duration> listener;
  private final Clock clock;
  private final ScheduledThreadPoolExecutor thread;
  private final Map<Target, Eviction> evictions = new HashMap<>();
  private GuardClient client;

  /**
   * @param refused is told while a grant is missing
   * @param removed is told whose places in the group are free
   * @param listener is told of each end, with the time that it took
   */
  ClusterGuard(
      Cluster cluster,
      Consumer<Eviction> refused,
      BiConsumer<Target, Collection<Long>> removed,
      BiConsumer<Eviction, Duration> listener,
      Clock clock) {
    this.cluster = cluster;
    this.refused = refused;
    this.removed = removed;
    this.listener = listener;
    this.clock = clock;
    this.thread =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              var one = new Thread(task, "guard " + cluster);
              one.setDaemon(true);
              return one;
            });
    thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  /** Builds the client before it is needed. */
  void prepare() {
    execute(this::open);
  }

  /**
   * Begins an eviction; nothing if it is under way.
   *
   * @param boots dead starts that are known by number
   */
  void evict(GuardedStage stage, Target target, Collection<Long> boots) {
    execute(
        () -> {
          if (!evictions.containsKey(target)) {
            step(stage, Eviction.begun(target, boots, clock.instant()));
          }
        });
  }

  /** Lets go of a pipeline: what is under way ends where it stands. */
  void forget(PipelineKey pipeline) {
    execute(
        () -> evictions.keySet().removeIf(target -> target.stage().pipeline().equals(pipeline)));
  }

  void close() {
    execute(this::closeClient);
    thread.shutdown();
  }

  /** Waits for the end after {@link #close()}. */
  void awaitEnd(Duration bound) throws InterruptedException {
    if (!thread.awaitTermination(bound.toMillis(), TimeUnit.MILLISECONDS)) {
      thread.shutdownNow();
    }
  }

  private void closeClient() {
    evictions.clear();
    if (client != null) {
      client.close();
      client = null;
    }
  }

  /** Takes the step that is due, or waits for it. */
  private void step(GuardedStage stage, Eviction eviction) {
    evictions.put(eviction.target(), eviction);
    if (eviction.trouble().kind() == Outcome.Kind.REFUSED) {
      refused.accept(eviction);
    }
    var wait = Duration.between(clock.instant(), eviction.due());
    if (eviction.isOver()) {
      evictions.remove(eviction.target());
      ended(eviction);
    } else if (wait.isNegative() || wait.isZero()) {
      take(stage, eviction);
    } else {
      later(() -> current(eviction, now -> take(stage, now)), wait);
    }
  }

  private void take(GuardedStage stage, Eviction eviction) {
    var target = eviction.target();
    if (!open()) {
      step(stage, eviction.unseen(Outcome.failed("no client"), clock.instant()));
      return;
    }
    switch (eviction.phase()) {
      case FENCE_AND_REMOVE ->
          then(
              client
                  .fence(target, eviction.toFence())
                  .thenCombine(remove(stage, eviction), eviction::acted),
              eviction,
              acted -> step(stage, acted));
      case LOOK ->
          then(
              client.left(stage.group(), target),
              eviction,
              left ->
                  step(
                      stage,
                      left.outcome().isOver()
                          ? eviction.looked(left.boots(), clock.instant())
                          : eviction.unseen(left.outcome(), clock.instant())));
      case OVER -> throw new IllegalStateException("an eviction that is over has no step");
    }
  }

  /** Tells of freed places as soon as they are free, whatever a fence takes. */
  private CompletionStage<Map<Long, Outcome>> remove(GuardedStage stage, Eviction eviction) {
    var target = eviction.target();
    var removal = client.remove(stage.group(), target, eviction.boots());
    then(removal, eviction, outcomes -> removed.accept(target, over(outcomes)));
    return removal;
  }

  private static Set<Long> over(Map<Long, Outcome> outcomes) {
    return outcomes.entrySet().stream()
        .filter(outcome -> outcome.getValue().isOver())
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  /** Goes on with what a call brought, unless the eviction was let go of meanwhile. */
  private <T> void then(CompletionStage<T> call, Eviction eviction, Consumer<T> next) {
    call.whenComplete(
        (answer, bug) ->
            execute(
                () ->
                    current(
                        eviction,
                        same -> {
                          if (bug == null) {
                            next.accept(answer);
                          } else {
                            evictions.remove(eviction.target());
                            failed(bug);
                          }
                        })));
  }

  private void current(Eviction eviction, Consumer<Eviction> next) {
    if (eviction.equals(evictions.get(eviction.target()))) {
      next.accept(eviction);
    }
  }

  private void ended(Eviction eviction) {
    listener.accept(eviction, Duration.between(eviction.since(), clock.instant()));
  }

  private boolean open() {
    if (client == null) {
      try {
        client = GuardClient.of(cluster);
      } catch (KafkaException notNow) {
        LOG.atDebug().addKeyValue("cluster", cluster).setCause(notNow).log("no client");
      }
    }
    return client != null;
  }

  private void later(Runnable task, Duration wait) {
    try {
      thread.schedule(guarded(task), wait.toMillis() + 1, TimeUnit.MILLISECONDS);
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

  private Runnable guarded(Runnable task) {
    return () -> {
      try {
        task.run();
      } catch (RuntimeException bug) {
        failed(bug);
      }
    };
  }

  private void failed(Throwable bug) {
    LOG.atError().addKeyValue("cluster", cluster).setCause(bug).log("guard failed");
  }
}
