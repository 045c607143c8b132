package io.hamstring.samples.drill.runtime;

import io.hamstring.contract.settings.WorkerSettings;
import io.hamstring.samples.drill.measure.Fleet;
import io.hamstring.samples.drill.measure.Moments;
import io.hamstring.samples.drill.measure.Replays;
import io.hamstring.samples.drill.measure.RunRecord;
import io.hamstring.samples.drill.measure.Timeline;
import io.hamstring.samples.drill.plan.PlannedRun;
import io.hamstring.samples.drill.worker.DrillWork;
import io.hamstring.samples.runtime.ExitStatus;
import io.hamstring.samples.runtime.LocalCluster;
import io.hamstring.samples.runtime.RunFailed;
import io.hamstring.samples.watch.FleetWatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** One run of the drill, from a fleet that does not exist yet to its audit. */
final class DrillRun {

  private static final long LOOK = 50;

  /** What is on its way when nothing waits, on a busy machine: two seconds' records. */
  private static final long MOST_BEHIND = 2 * DrillPipeline.RECORDS_PER_SECOND;

  private static final Duration READY_BOUND = Duration.ofMinutes(4);
  private static final Duration STEADY_BOUND = Duration.ofMinutes(3);
  private static final Duration GONE_BOUND = Duration.ofMinutes(2);

  private final LocalCluster cluster;
  private final PlannedRun plan;
  private final DrillPipeline pipeline;
  private final Path folder;
  private final Consumer<String> tell;
  private final FleetWatch objects;
  private final Fleet fleet = new Fleet(DrillPipeline.WORKERS, DrillPipeline.PARTITIONS);

  /**
   * @param name of the pipeline; new in the cluster
   * @param folder new; takes what the workers note
   */
  DrillRun(LocalCluster cluster, PlannedRun plan, String name, Path folder, Consumer<String> tell) {
    this.cluster = cluster;
    this.plan = plan;
    this.pipeline = new DrillPipeline(name);
    this.folder = folder;
    this.tell = tell;
    objects =
        new FleetWatch(
            cluster.client(), DrillPipeline.NAMESPACE, name, List.of(DrillPipeline.STAGE));
  }

  /**
   * Carries it out.
   *
   * @throws RunFailed if it cannot be
   */
  RunRecord record() throws RunFailed, InterruptedException, IOException {
    Files.createDirectories(folder);
    int standby = plan.combination().standby();
    tell.accept("starting three workers" + (standby == 0 ? "" : " and " + standby + " to wait"));
    pipeline.create(cluster.client(), cluster.bootstrapServers(), plan.combination(), folder);
    try {
      await(READY_BOUND, "three ready workers", this::workersAreReady);
      return recordOfFleet(objects.settings());
    } finally {
      pipeline.delete(cluster.client());
      await(GONE_BOUND, "the end of all workers", () -> cluster.kubelet().pods().isEmpty());
    }
  }

  private int pods() {
    return DrillPipeline.WORKERS + plan.combination().standby();
  }

  private boolean workersAreReady() {
    return objects
        .workers(DrillPipeline.STAGE)
        .map(workers -> workers.wanted() == pods() && workers.areThere())
        .orElse(false);
  }

  private RunRecord recordOfFleet(List<WorkerSettings> settings)
      throws RunFailed, InterruptedException, IOException {
    var bootstrap = cluster.bootstrapServers();
    try (var watch = EffectWatch.start(bootstrap, pipeline.output());
        var feed = DrillFeed.start(bootstrap, pipeline.input())) {
      tell.accept("waiting for a steady fleet");
      awaitSteadiness(watch, feed);
      var workers = fleet.workers();
      var victim = workers.get(plan.victim(workers.size()));
      var abortsBefore = Reported.aborts(cluster.kubelet(), DrillPipeline.NAMESPACE, victim);
      var survivors = new TreeSet<>(workers);
      survivors.remove(victim);
      long revokedBefore = revocations(survivors);
      tell.accept(
          String.format(Locale.ROOT, "hitting %s in %.1f s", victim, seconds(plan.phase())));
      pause(plan.phase(), watch, feed);

      var fault = new Fault(cluster.kubelet(), folder, plan.combination().mode(), victim);
      long at = fault.strike();
      long resumed = follow(watch, feed, fault, at);
      var moments = new Moments(at, resumed, System.currentTimeMillis());
      feed.stop();
      tell.accept("working off what is left");
      Aftermath.workOff(cluster, settings, pipeline.audit());
      pause(Duration.ofMillis(500), watch, feed);
      long aborts =
          Reported.aborts(cluster.kubelet(), DrillPipeline.NAMESPACE, victim) - abortsBefore;
      long revoked = revocations(survivors) - revokedBefore;
      tell.accept("reading every topic back");
      return record(settings, victim, workers, moments, feed.acknowledged(), aborts, revoked);
    }
  }

  private void awaitSteadiness(EffectWatch watch, DrillFeed feed)
      throws RunFailed, InterruptedException {
    try {
      await(
          STEADY_BOUND,
          "a steady fleet",
          () -> {
            look(watch, feed);
            return feed.acknowledged() - fleet.size() <= MOST_BEHIND
                && fleet.isSteady(System.currentTimeMillis());
          });
    } catch (RunFailed never) {
      throw failed(
          "%s: %d records behind; %s; is this machine busy with other things?"
              .formatted(
                  never.getMessage(),
                  feed.acknowledged() - fleet.size(),
                  fleet.shares(System.currentTimeMillis())));
    }
  }

  /** Watches until nothing more can come; answers when a frozen worker went on. */
  private long follow(EffectWatch watch, DrillFeed feed, Fault fault, long at)
      throws RunFailed, InterruptedException {
    var owned = new TreeSet<Integer>();
    Timeline.owners(fleet.effects(), at)
        .forEach(
            (partition, worker) -> {
              if (worker.equals(fault.victim())) {
                owned.add(partition);
              }
            });
    var window = new Window(fault.freezes(), at);
    while (!window.isOver(System.currentTimeMillis())) {
      Thread.sleep(LOOK);
      look(watch, feed);
      long now = System.currentTimeMillis();
      if (window.isToResume(now)) {
        tell.accept("letting it go on");
        window.resumed(now);
        fault.end();
      }
      if (fleet.takenOver(owned, fault.victim(), at).size() == owned.size()
          && window.takenOver(now)) {
        tell.accept(String.format(Locale.ROOT, "taken over after %.1f s", (now - at) / 1_000.0));
      }
    }
    return window.resumedAt();
  }

  private RunRecord record(
      List<WorkerSettings> settings,
      String victim,
      List<String> workers,
      Moments moments,
      long acknowledged,
      long aborts,
      long revoked)
      throws IOException {
    var timeline = new Timeline(fleet.effects(), victim, moments);
    var partitions = timeline.partitions();
    var audit = Aftermath.audited(cluster, settings, pipeline.audit());
    var about = plan.combination();
    return new RunRecord(
        Instant.ofEpochMilli(moments.fault()).truncatedTo(ChronoUnit.MILLIS).toString(),
        about.protocol(),
        about.mode(),
        about.guard(),
        plan.number(),
        plan.seed(),
        seconds(plan.phase()),
        workers,
        victim,
        moments.wasResumed() ? moments.sinceFault(moments.resumed()) : null,
        moments.sinceFault(moments.end()),
        RunRecord.takeover(partitions, victim),
        timeline.downstreamSilence(),
        RunRecord.survivorSilence(partitions, victim),
        RunRecord.afterResume(partitions),
        audit.lost() + Math.max(0, acknowledged - audit.in()),
        audit.doubled() + audit.unknown() + audit.untraced(),
        Replays.in(workers.stream().map(worker -> DrillWork.log(folder, worker)).toList()),
        aborts,
        partitions,
        timeline.strips(),
        about.standby(),
        revoked);
  }

  private long revocations(Set<String> survivors) throws InterruptedException {
    return Reported.revocations(cluster.kubelet(), DrillPipeline.NAMESPACE, survivors);
  }

  private void look(EffectWatch watch, DrillFeed feed) {
    fleet.take(watch.drain());
    feed.failure().or(watch::failure).ifPresent(this::brokeOff);
  }

  private void brokeOff(Exception cause) {
    throw new IllegalStateException("the broker does not serve the drill's own clients", cause);
  }

  private void pause(Duration length, EffectWatch watch, DrillFeed feed)
      throws InterruptedException {
    long end = System.nanoTime() + length.toNanos();
    for (long left = length.toMillis(); left > 0; left = (end - System.nanoTime()) / 1_000_000) {
      Thread.sleep(Math.min(left, LOOK));
      look(watch, feed);
    }
  }

  private void await(Duration bound, String what, BooleanSupplier there)
      throws RunFailed, InterruptedException {
    long end = System.nanoTime() + bound.toNanos();
    while (!there.getAsBoolean()) {
      if (!cluster.brokerIsRunning()) {
        throw failed("the broker has ended; see " + cluster.brokerLog());
      }
      if (System.nanoTime() > end) {
        throw failed("waited %d s for %s".formatted(bound.toSeconds(), what));
      }
      Thread.sleep(LOOK);
    }
  }

  private static RunFailed failed(String why) {
    return new RunFailed(ExitStatus.TIMED_OUT, why);
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1_000.0;
  }
}
