package io.hamstring.recovery.loop;

import io.hamstring.contract.FailureKind;
import io.hamstring.contract.StageType;
import io.hamstring.contract.batch.BatchBounds;
import io.hamstring.contract.batch.BatchSettings;
import io.hamstring.contract.batch.GroupCommit;
import io.hamstring.contract.names.Incarnation;
import io.hamstring.contract.report.WorkerReport.RecoveryReport;
import io.hamstring.contract.settings.WorkerSettings;
import io.hamstring.contract.settings.WorkerSettings.Audit;
import io.hamstring.contract.settings.WorkerSettings.GroupProtocol;
import io.hamstring.contract.settings.WorkerSettings.Kafka;
import io.hamstring.contract.settings.WorkerSettings.OffsetReset;
import io.hamstring.contract.settings.WorkerSettings.OnPoison;
import io.hamstring.contract.settings.WorkerSettings.Stage;
import io.hamstring.contract.settings.WorkerSettings.Timeouts;
import io.hamstring.recovery.processing.OutputRecord;
import io.hamstring.recovery.processing.Partition;
import io.hamstring.recovery.processing.StageProcessor;
import io.hamstring.recovery.simulation.Protocol;
import io.hamstring.recovery.simulation.SimulatedKafka;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * A few workers on a simulated cluster where only that goes wrong what a test makes go wrong. Reads
 * {@code in}, writes {@code out}, gives up to {@code dead} after two attempts; batches of ten,
 * session 45 s, poll interval 2 min, transaction 30 s, shutdown 20 s.
 */
final class Scene {

  static final String IN = "in";
  static final String OUT = "out";
  static final String DEAD = "dead";
  static final Duration POLL_INTERVAL = Duration.ofMinutes(2);
  static final Duration SHUTDOWN = Duration.ofSeconds(20);

  private static final Duration STEP = Duration.ofMillis(10);

  final SimulatedKafka kafka;
  final List<SimulatedWorker> workers = new ArrayList<>();
  private final StageProcessor<?> processor;
  private final OffsetReset reset;
  private boolean startsWarm;

  Scene(Protocol protocol, StageProcessor<?> processor, OffsetReset reset) {
    this.kafka = SimulatedKafka.empty(7, protocol);
    this.processor = processor;
    this.reset = reset;
    kafka.create(OUT, 1, 2_000);
    kafka.create(DEAD, 1, 2_000);
  }

  /** A scene on the newer protocol that reads from the beginning. */
  static Scene of(StageProcessor<?> processor) {
    return new Scene(Protocol.CONSUMER, processor, OffsetReset.EARLIEST);
  }

  /** The same with an input topic of one partition that holds {@code values}. */
  static Scene of(StageProcessor<?> processor, String... values) {
    var scene = of(processor);
    scene.kafka.create(IN, 1, 1_000_000);
    scene.write(0, values);
    return scene;
  }

  static Partition in(int number) {
    return new Partition(IN, number);
  }

  void write(int partition, String... values) {
    kafka.write(in(partition), List.of(values));
  }

  /** Starts a pod of a stage with standbys for the first time. */
  SimulatedWorker startWarm(String pod) {
    startsWarm = true;
    try {
      return start(pod);
    } finally {
      startsWarm = false;
    }
  }

  /** Starts a pod for the first time. */
  SimulatedWorker start(String pod) {
    return start(pod, 1);
  }

  SimulatedWorker start(String pod, long boot) {
    var worker =
        new SimulatedWorker(
            kafka, new Incarnation("ns", "pipe", "stage", pod, boot), settings(), processor);
    workers.add(worker);
    return worker;
  }

  /** Goes on until {@code done}, for at most an hour of the scene's own time. */
  void until(BooleanSupplier done) {
    long end = kafka.now() + Duration.ofHours(1).toNanos();
    while (!done.getAsBoolean()) {
      if (kafka.now() > end) {
        throw new AssertionError("not so within an hour: " + states());
      }
      step();
    }
  }

  /** Goes on for that long. */
  void pass(Duration time) {
    long end = kafka.now() + time.toNanos();
    while (kafka.now() < end) {
      step();
    }
  }

  private void step() {
    kafka.pass(STEP);
    for (var worker : workers) {
      worker.client.heartbeat();
      worker.step();
    }
  }

  /** Goes on until all that is written is committed. */
  void untilNoLag() {
    until(() -> kafka.lag() == 0);
  }

  /** What a committed reader sees of the output. */
  List<String> outputs() {
    return texts(OUT);
  }

  List<String> texts(String topic) {
    return kafka.outputs(topic).stream().map(Scene::text).toList();
  }

  private static String text(OutputRecord output) {
    return output.value() == null ? null : new String(output.value(), StandardCharsets.UTF_8);
  }

  static List<FailureKind> causes(SimulatedWorker worker) {
    return worker.ended.stream().map(RecoveryReport::cause).toList();
  }

  private String states() {
    var states = new StringBuilder();
    workers.forEach(worker -> states.append('\n').append(worker.worker.report()));
    return states.toString();
  }

  private WorkerSettings settings() {
    return new WorkerSettings(
        "ns",
        "pipe",
        new Stage(
            "stage",
            StageType.CUSTOM,
            "stage",
            "group",
            List.of(IN),
            List.of(),
            null,
            2,
            new OnPoison(2, DEAD, OnPoison.Then.STOP),
            Map.of(),
            startsWarm),
        new Kafka("simulated", GroupProtocol.CONSUMER, reset, Map.of(), Map.of()),
        new Timeouts(
            POLL_INTERVAL,
            Duration.ofSeconds(45),
            Duration.ofSeconds(30),
            Duration.ofSeconds(15),
            Duration.ofSeconds(20),
            Duration.ofSeconds(30),
            SHUTDOWN),
        new BatchSettings(
            new BatchBounds(10, Duration.ofMillis(50)), Map.of(), Map.of(), GroupCommit.DEFAULT),
        BatchBounds.NONE,
        Audit.OFF);
  }
}
