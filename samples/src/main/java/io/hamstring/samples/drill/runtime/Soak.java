package io.hamstring.samples.drill.runtime;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.hamstring.contract.settings.WorkerSettings.GroupProtocol;
import io.hamstring.samples.drill.plan.Combination;
import io.hamstring.samples.drill.plan.Guarding;
import io.hamstring.samples.drill.plan.Mode;
import io.hamstring.samples.drill.worker.DrillWorkerMain;
import io.hamstring.samples.runtime.ExitStatus;
import io.hamstring.samples.runtime.LocalCluster;
import io.hamstring.samples.runtime.RunFailed;
import io.hamstring.samples.runtime.RunFolder;
import io.hamstring.samples.runtime.WorkerProgram;
import io.hamstring.samples.watch.FleetWatch;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** Restarts a fleet again and again while it works; nobody dies, so nobody is to be evicted. */
public final class Soak {

  private static final String PIPELINE = "soak";
  private static final Duration BETWEEN_RESTARTS = Duration.ofSeconds(20);
  private static final Duration READY_BOUND = Duration.ofMinutes(4);
  private static final Duration ROLLOUT_BOUND = Duration.ofMinutes(10);
  private static final long LOOK = 200;

  private final GroupProtocol protocol;
  private final Duration length;
  private final Path samples;
  private final PrintStream out;
  private final DrillPipeline pipeline = new DrillPipeline(PIPELINE);

  /**
   * @param samples the folder of the module, with its build
   */
  public Soak(GroupProtocol protocol, Duration length, Path samples, PrintStream out) {
    this.protocol = protocol;
    this.length = length;
    this.samples = samples;
    this.out = out;
  }

  /** Carries it out. */
  public ExitStatus run() throws RunFailed, InterruptedException {
    try (var folder = RunFolder.create(samples.resolve("target").resolve("soak-runs"))) {
      System.setProperty("hamstring.run.log", folder.path().resolve("soak.log").toString());
      say("logs: " + folder.path());
      var command =
          WorkerProgram.command(
              samples,
              DrillWorkerMain.class.getName(),
              List.of(samples.resolve("target").resolve("classes")));
      try (var cluster =
          LocalCluster.start(folder.path().resolve("cluster"), command, pods -> pods)) {
        return run(cluster, Files.createDirectories(folder.path().resolve("work")));
      }
    } catch (IOException e) {
      throw new RunFailed(ExitStatus.FAILED, e.getMessage());
    }
  }

  private ExitStatus run(LocalCluster cluster, Path work)
      throws RunFailed, InterruptedException, IOException {
    var about = new Combination(protocol, Mode.SIGTERM, Guarding.ON);
    pipeline.create(cluster.client(), cluster.bootstrapServers(), about, work);
    var fleet =
        new FleetWatch(
            cluster.client(), DrillPipeline.NAMESPACE, PIPELINE, List.of(DrillPipeline.STAGE));
    await(cluster, READY_BOUND, "three ready workers", () -> isReady(fleet));
    try (var feed = DrillFeed.start(cluster.bootstrapServers(), pipeline.input())) {
      int restarts = restart(cluster, fleet, feed);
      feed.stop();
      say("working off what is left");
      var settings = fleet.settings();
      Aftermath.workOff(cluster, settings, pipeline.audit());
      var audit = Aftermath.audited(cluster, settings, pipeline.audit());
      long lost = audit.lost() + Math.max(0, feed.acknowledged() - audit.in());
      long doubled = audit.doubled() + audit.unknown() + audit.untraced();
      var evictions = evictions(cluster);
      evictions.forEach(event -> say("evicted: " + event.getMessage()));
      say(
          "%s, %d min, %d rolling restarts of 3 workers, %d records: %d evictions, lost %d, doubled %d"
              .formatted(
                  protocol.id(),
                  length.toMinutes(),
                  restarts,
                  feed.acknowledged(),
                  evictions.size(),
                  lost,
                  doubled));
      return evictions.isEmpty() && lost == 0 && doubled == 0 ? ExitStatus.OK : ExitStatus.FAILED;
    }
  }

  private int restart(LocalCluster cluster, FleetWatch fleet, DrillFeed feed)
      throws RunFailed, InterruptedException {
    var end = Instant.now().plus(length);
    int restarts = 0;
    while (Instant.now().isBefore(end)) {
      pause(cluster, feed);
      var before = pods(cluster);
      restarts++;
      ask(cluster, restarts);
      await(
          cluster,
          ROLLOUT_BOUND,
          "the end of restart " + restarts,
          () -> isReady(fleet) && isRenewed(before, pods(cluster)));
      say("restart %d done, %d evictions so far".formatted(restarts, evictions(cluster).size()));
    }
    return restarts;
  }

  private static boolean isRenewed(Set<String> before, Set<String> now) {
    var kept = new HashSet<>(before);
    kept.retainAll(now);
    return kept.isEmpty() && now.size() == DrillPipeline.WORKERS;
  }

  private static Set<String> pods(LocalCluster cluster) {
    return new HashSet<>(
        cluster.client().pods().inNamespace(DrillPipeline.NAMESPACE).list().getItems().stream()
            .map(pod -> pod.getMetadata().getName())
            .toList());
  }

  private static void ask(LocalCluster cluster, int number) {
    cluster
        .client()
        .genericKubernetesResources("hamstring.io/v1alpha1", "HamstringPipeline")
        .inNamespace(DrillPipeline.NAMESPACE)
        .withName(PIPELINE)
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            "{\"metadata\":{\"annotations\":{\"hamstring.io/restart\":\"%s@%d\"}}}"
                .formatted(DrillPipeline.STAGE, number));
  }

  private static List<Event> evictions(LocalCluster cluster) {
    var evictions = new ArrayList<Event>();
    for (var event :
        cluster.client().v1().events().inNamespace(DrillPipeline.NAMESPACE).list().getItems()) {
      if ("WorkerEvicted".equals(event.getReason())) {
        evictions.add(event);
      }
    }
    return evictions;
  }

  private static boolean isReady(FleetWatch fleet) {
    return fleet
        .workers(DrillPipeline.STAGE)
        .map(workers -> workers.wanted() == DrillPipeline.WORKERS && workers.areThere())
        .orElse(false);
  }

  private void pause(LocalCluster cluster, DrillFeed feed) throws RunFailed, InterruptedException {
    long end = System.nanoTime() + BETWEEN_RESTARTS.toNanos();
    while (System.nanoTime() < end) {
      Thread.sleep(LOOK);
      if (feed.failure().isPresent() || !cluster.brokerIsRunning()) {
        throw new RunFailed(
            ExitStatus.FAILED, "the broker does not take records; see " + cluster.brokerLog());
      }
    }
  }

  private static void await(
      LocalCluster cluster, Duration bound, String what, BooleanSupplier there)
      throws RunFailed, InterruptedException {
    long end = System.nanoTime() + bound.toNanos();
    while (!there.getAsBoolean()) {
      if (System.nanoTime() > end || !cluster.brokerIsRunning()) {
        throw new RunFailed(
            ExitStatus.TIMED_OUT,
            "waited %d s for %s; see %s".formatted(bound.toSeconds(), what, cluster.folder()));
      }
      Thread.sleep(LOOK);
    }
  }

  private void say(String line) {
    out.println(line);
    out.flush();
  }
}
