package io.hamstring.worker.runtime;

import io.hamstring.contract.names.Incarnation;
import io.hamstring.contract.names.MonitoringTopics;
import io.hamstring.contract.settings.InvalidSettings;
import io.hamstring.contract.settings.WorkerSettings;
import io.hamstring.recovery.loop.Worker;
import io.hamstring.recovery.loop.WorkerEvent;
import io.hamstring.recovery.port.Cluster;
import io.hamstring.recovery.processing.StageProcessor;
import io.hamstring.recovery.runtime.Threads;
import io.hamstring.worker.boot.BootCount;
import io.hamstring.worker.boot.TerminationMessage;
import io.hamstring.worker.http.RoleDoor;
import io.hamstring.worker.http.WorkerHttp;
import io.hamstring.worker.kafka.KafkaCluster;
import io.hamstring.worker.kafka.SecretFiles;
import io.hamstring.worker.stage.StageFactory;
import io.hamstring.worker.stage.monitoring.MonitoredProcessor;
import io.hamstring.worker.stage.monitoring.Telemetry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A worker with all that it runs on, from the first byte of its configuration to its end. */
public final class WorkerProcess {

  private static final Logger LOG = LoggerFactory.getLogger(WorkerProcess.class);

  /** What closing the clients may take beyond the bounds that the settings give. */
  private static final Duration CLOSING = Duration.ofSeconds(5);

  private final WorkerSettings settings;
  private final PodEnvironment pod;
  private final Clock clock;
  private final UnaryOperator<Cluster> around;

  /**
   * A worker that is not started.
   *
   * @param around what stands between the recovery core and Kafka; mostly nothing
   */
  public WorkerProcess(
      WorkerSettings settings, PodEnvironment pod, Clock clock, UnaryOperator<Cluster> around) {
    this.settings = settings;
    this.pod = pod;
    this.clock = clock;
    this.around = around;
  }

  /**
   * Works until SIGTERM and answers how that ended. The process is to end after it.
   *
   * @throws InvalidSettings naming every problem, before anything was started
   */
  public ExitCode run() {
    var address = pod.httpAddress();
    pod.incarnation(settings, 1);
    var telemetry = new Telemetry(MonitoringTopics.all());
    try (var processor = processor(telemetry)) {
      var boots = BootCount.raise(pod.stateFolder(), clock.instant());
      var incarnation = pod.incarnation(settings, boots.boot());
      tell(incarnation, null);
      var registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
      var secrets = new SecretFiles(pod.secretsFolder());
      var kafka =
          new KafkaCluster(
              settings, incarnation, boots, secrets, registry, next -> tell(next, null));
      var monitored =
          processor instanceof MonitoredProcessor<?>
              ? new MonitoredCluster(around.apply(kafka), telemetry)
              : around.apply(kafka);
      var cluster = new PreparedCluster(monitored, processor);
      try (var threads = new Threads(settings.stage().concurrency())) {
        var rehearsal = new Rehearsal(settings, incarnation, pod.stateFolder(), secrets, clock);
        var worker = worker(incarnation, cluster, processor, threads, rehearsal);
        try (var http =
            WorkerHttp.start(
                address,
                worker::report,
                processor::whyUnready,
                door(worker),
                registry,
                httpThreads())) {
          LOG.atInfo()
              .addKeyValue("instanceId", incarnation.instanceId())
              .addKeyValue("address", http.address())
              .log("worker starts");
          return turn(worker);
        }
      }
    } catch (IOException failure) {
      LOG.error("the worker cannot start: {}", failure.toString());
      return ExitCode.NO_GROUND;
    }
  }

  private StageProcessor<?> processor(Telemetry telemetry) {
    var stage =
        new StageFactory(WorkerProcess.class.getClassLoader(), clock, pod.secretsFolder())
            .of(settings);
    var type = settings.stage().type();
    boolean isBuiltIn =
        settings.stage().className() == null && !settings.stage().config().containsKey("sidecar");
    return settings.monitoringRows() && isBuiltIn && MonitoredProcessor.isFor(type)
        ? new MonitoredProcessor<>(stage, type, settings.stage().topicName(), telemetry, clock)
        : stage;
  }

  private ExitCode turn(Worker worker) {
    var bound =
        settings.timeouts().shutdown().plus(settings.timeouts().transactionApi()).plus(CLOSING);
    var end = Termination.stops(worker::stop, bound);
    var code = ExitCode.FAILED;
    try {
      worker.run();
      code = worker.hasSurrendered() ? ExitCode.SURRENDERED : ExitCode.STOPPED;
      LOG.info("worker ends: {}", code);
    } finally {
      end.reached(code);
    }
    return code;
  }

  private Worker worker(
      Incarnation incarnation,
      Cluster cluster,
      StageProcessor<?> processor,
      Threads threads,
      Rehearsal rehearsal) {
    return new Worker(
        settings,
        incarnation,
        cluster,
        processor,
        threads.surroundings(),
        new RecoveryLog().andThen(event -> follow(event, rehearsal)));
  }

  private static void follow(WorkerEvent event, Rehearsal rehearsal) {
    if (event instanceof WorkerEvent.RoleTaken taken) {
      switch (taken.role()) {
        case STANDBY -> rehearsal.begin();
        case ACTIVE -> rehearsal.end();
        default -> {}
      }
    }
  }

  private Optional<RoleDoor> door(Worker worker) {
    return settings.stage().startsWarm()
        ? Optional.of(new RoleDoor(pod::roleToken, worker::told))
        : Optional.empty();
  }

  private void tell(Incarnation incarnation, String problem) {
    pod.terminationLog()
        .ifPresent(file -> new TerminationMessage(incarnation, problem).writeIfPossible(file));
  }

  private static ExecutorService httpThreads() {
    return Executors.newFixedThreadPool(
        2,
        work -> {
          var thread = new Thread(work, "http");
          thread.setDaemon(true);
          return thread;
        });
  }
}
