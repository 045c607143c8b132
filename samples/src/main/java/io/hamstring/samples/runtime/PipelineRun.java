package io.hamstring.samples.runtime;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.hamstring.contract.settings.WorkerSettings;
import io.hamstring.samples.view.Counters;
import io.hamstring.samples.view.RunView;
import io.hamstring.samples.view.Screen;
import io.hamstring.samples.view.StageView;
import io.hamstring.samples.watch.Blindness;
import io.hamstring.samples.watch.BrokerWatch;
import io.hamstring.samples.watch.CrashWatch;
import io.hamstring.samples.watch.FleetWatch;
import io.hamstring.samples.watch.Progress;
import io.hamstring.samples.watch.Settling;
import io.hamstring.samples.watch.WatchedStage;
import io.hamstring.samples.watch.WorkerPodView;
import io.hamstring.samples.watch.WorkerReports;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.KafkaException;

/**
 * A pipeline in a local cluster, from its creation until its input is worked off. Confined to one
 * thread.
 */
final class PipelineRun implements AutoCloseable {

  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

  // Workers took 3 minutes to be ready on two cores at a load of 40.
  private static final Duration READY_BOUND = Duration.ofMinutes(10);

  // Longer than a dead worker's session and transaction timeouts together.
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  // Each takes up to 10 s, so this is as long as a broker that answers again may have been away.
  private static final int FAILED_LOOKS = 12;

  private final RunOptions options;
  private final LocalCluster cluster;
  private final Screen screen;
  private final LocalSink sink;
  private final PipelineFile file;
  private final FleetWatch fleet;
  private final CrashWatch crashes;
  private final BrokerWatch broker;
  private final Killer killer;
  private final Blindness blindness = new Blindness(FAILED_LOOKS);
  private final WorkerReports reports = new WorkerReports();
  private final Counters counters = new Counters();
  private List<WorkerSettings> settings = List.of();
  private List<WorkerPodView> pods = List.of();

  /**
   * @param sink the ClickHouse of the run, or null
   */
  PipelineRun(
      RunOptions options, LocalCluster cluster, PipelineFile file, Screen screen, LocalSink sink) {
    this.options = options;
    this.cluster = cluster;
    this.screen = screen;
    this.sink = sink;
    var local = file.at(cluster.bootstrapServers());
    this.file = sink == null ? local : local.monitoredBy(sink);
    fleet = new FleetWatch(cluster.client(), file.namespace(), file.name(), file.stages());
    crashes = new CrashWatch(fleet);
    broker = new BrokerWatch(cluster.bootstrapServers());
    killer = new Killer(options.kills());
  }

  /** Creates the pipeline's object, and its namespace if need be. */
  void create() throws RunFailed {
    var client = cluster.client();
    try {
      createNamespace(client);
      if (sink != null) {
        sink.createSecret(client, file.namespace());
      }
      client
          .genericKubernetesResources("hamstring.io/v1alpha1", "HamstringPipeline")
          .inNamespace(file.namespace())
          .resource(new ObjectMapper().convertValue(file.object(), GenericKubernetesResource.class))
          .create();
    } catch (KubernetesClientException e) {
      throw new RunFailed(
          ExitStatus.FAILED, "the API server does not take the pipeline: " + e.getMessage());
    }
  }

  /** Waits until every stage has its workers. */
  void awaitWorkers() throws RunFailed, InterruptedException {
    var began = Instant.now();
    while (!workersAreThere()) {
      var now = Instant.now();
      requireBroker();
      lookAtPods();
      refuseInvalidSpec();
      if (options.once() && Duration.between(began, now).compareTo(READY_BOUND) > 0) {
        throw new RunFailed(
            ExitStatus.TIMED_OUT,
            "after %d s these stages have not all their workers: %s"
                .formatted(READY_BOUND.toSeconds(), String.join(", ", stagesWithoutWorkers())));
      }
      screen.show(view(Duration.between(began, now), 0, new Progress(Map.of(), Map.of())), now);
      Thread.sleep(BETWEEN_LOOKS.toMillis());
    }
    settings = fleet.settings();
  }

  /**
   * Watches until the input is worked off; without {@code once}, for ever.
   *
   * @return how long that took since the feed began
   */
  Duration watch(Feed feed) throws RunFailed, InterruptedException {
    var stages = watchedStages();
    var settling = new Settling(stages, PATIENCE);
    while (true) {
      var now = Instant.now();
      requireBroker();
      lookAtPods();
      if (feed.failure().isPresent()) {
        throw new RunFailed(ExitStatus.FAILED, "the feed broke off: " + feed.failure().get());
      }
      try {
        var look = broker.look(stages, Set.of(PipelineFile.AUDIT_TOPIC));
        blindness.saw();
        screen.show(view(feed.elapsed(), feed.acknowledged(), look), now);
        killDue(feed, look);
        if (options.once() && isOver(settling, look, feed, now)) {
          return feed.elapsed();
        }
      } catch (KafkaException e) {
        screen.say(e.getMessage() + ": " + e.getCause());
        requireSight();
      }
      if (options.once() && feed.elapsed().compareTo(options.timeout()) > 0) {
        throw new RunFailed(
            ExitStatus.TIMED_OUT,
            "not worked off within %d s: %s"
                .formatted(options.timeout().toSeconds(), settling.whatIsLeft()));
      }
      Thread.sleep(BETWEEN_LOOKS.toMillis());
    }
  }

  /** What the operator tells the workers of each stage. */
  List<WorkerSettings> settings() {
    return settings;
  }

  /** The topics from which the pipeline takes what no stage of it wrote. */
  List<String> sensorTopics() {
    var written =
        settings.stream().flatMap(s -> s.stage().outputs().stream()).map(o -> o.topic()).toList();
    return settings.stream()
        .flatMap(s -> s.stage().inputs().stream())
        .filter(topic -> !written.contains(topic))
        .distinct()
        .toList();
  }

  List<String> killed() {
    return killer.carriedOut();
  }

  boolean killsOpen() {
    return killer.isOpen();
  }

  @Override
  public void close() {
    broker.close();
  }

  private boolean isOver(Settling settling, Progress look, Feed feed, Instant now)
      throws RunFailed {
    return switch (settling.next(look, feed.isDone() && !killer.isOpen(), now)) {
      case WORKING -> false;
      case WORKED_OFF -> true;
      case STANDING_STILL ->
          throw new RunFailed(
              ExitStatus.TIMED_OUT,
              "nothing has moved for %d s: %s%s"
                  .formatted(PATIENCE.toSeconds(), settling.whatIsLeft(), killsLeft()));
    };
  }

  private String killsLeft() {
    return killer.isOpen() ? "; still to be killed: " + killer.open() : "";
  }

  private void killDue(Feed feed, Progress look) {
    var choice = killer.next(feed.elapsed(), pods, stage -> hasWorked(stage, look));
    if (choice.isEmpty()) {
      return;
    }
    var pod = choice.get().pod().name();
    crashes.expect(pod);
    if (cluster.kill(file.namespace(), pod)) {
      killer.done(choice.get(), feed.elapsed());
      screen.say("killed " + killer.carriedOut().get(killer.carriedOut().size() - 1));
    }
    if (!killer.isOpen()) {
      feed.killsAreDone();
    }
  }

  private static boolean hasWorked(String stage, Progress look) {
    return look.committed().getOrDefault(stage, Map.of()).values().stream()
        .anyMatch(offset -> offset > 0);
  }

  private void requireBroker() throws RunFailed {
    if (!cluster.brokerIsRunning() && !cluster.isEndingWithJvm()) {
      throw new RunFailed(
          ExitStatus.FAILED, "the broker has ended by itself; see " + cluster.brokerLog());
    }
  }

  private void requireSight() throws RunFailed {
    if (blindness.failedOnceTooOften() && options.once()) {
      throw new RunFailed(
          ExitStatus.FAILED,
          "the broker runs, but did not answer %d times in a row; see %s"
              .formatted(blindness.failed(), cluster.brokerLog()));
    }
  }

  private void lookAtPods() {
    pods = fleet.pods();
    crashes.news(pods).forEach(screen::say);
    reports.into(counters, pods);
  }

  private void refuseInvalidSpec() throws RunFailed {
    for (var condition : fleet.conditions()) {
      if (options.once()
          && condition.type().equals("SpecValid")
          && condition.status().equals("False")) {
        throw new RunFailed(
            ExitStatus.FAILED, "the pipeline's spec is not valid: " + condition.message());
      }
    }
  }

  private boolean workersAreThere() {
    return stagesWithoutWorkers().isEmpty() && fleet.settings().size() == file.stages().size();
  }

  private List<String> stagesWithoutWorkers() {
    return file.stages().stream()
        .filter(stage -> !fleet.workers(stage).map(FleetWatch.Workers::areThere).orElse(false))
        .toList();
  }

  private RunView view(Duration elapsed, long fed, Progress look) {
    var now = Instant.now();
    var watched = watchedStages();
    var stages =
        file.stages().stream()
            .map(
                stage -> {
                  var workers = fleet.workers(stage).orElseGet(() -> new FleetWatch.Workers(0, 0));
                  return new StageView(
                      stage,
                      workers.ready(),
                      workers.wanted(),
                      watched.stream()
                          .filter(w -> w.name().equals(stage))
                          .mapToLong(look::lag)
                          .sum(),
                      counters.rate(stage, now),
                      counters.aborts(stage),
                      counters.recoveries(stage));
                })
            .toList();
    return new RunView(
        elapsed,
        fed,
        alerts(look),
        stages,
        fleet.conditions(),
        sink == null ? Map.of() : sink.rows());
  }

  private long alerts(Progress look) {
    var topics = RunAudit.alertTopics(settings);
    return look.ends().entrySet().stream()
        .filter(end -> topics.contains(end.getKey().topic()))
        .mapToLong(end -> end.getValue().lastStable())
        .sum();
  }

  private List<WatchedStage> watchedStages() {
    return settings.stream().map(s -> WatchedStage.of(s.stage())).toList();
  }

  private void createNamespace(KubernetesClient client) {
    if (client.namespaces().withName(file.namespace()).get() == null) {
      client
          .namespaces()
          .resource(
              new NamespaceBuilder()
                  .withNewMetadata()
                  .withName(file.namespace())
                  .endMetadata()
                  .build())
          .create();
    }
  }
}
