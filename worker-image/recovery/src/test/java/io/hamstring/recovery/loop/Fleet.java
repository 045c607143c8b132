package io.hamstring.recovery.loop;

import io.hamstring.contract.StageType;
import io.hamstring.contract.batch.BatchBounds;
import io.hamstring.contract.batch.BatchSettings;
import io.hamstring.contract.batch.GroupCommit;
import io.hamstring.contract.names.Incarnation;
import io.hamstring.contract.report.WorkerRole;
import io.hamstring.contract.settings.WorkerSettings;
import io.hamstring.contract.settings.WorkerSettings.Audit;
import io.hamstring.contract.settings.WorkerSettings.GroupProtocol;
import io.hamstring.contract.settings.WorkerSettings.Kafka;
import io.hamstring.contract.settings.WorkerSettings.OffsetReset;
import io.hamstring.contract.settings.WorkerSettings.OnPoison;
import io.hamstring.contract.settings.WorkerSettings.Stage;
import io.hamstring.contract.settings.WorkerSettings.Timeouts;
import io.hamstring.recovery.processing.StageProcessor;
import io.hamstring.recovery.simulation.SimulatedKafka;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Workers of one stage on simulated Kafka, and what happens to them. */
final class Fleet {

  private static final int NESTING = 3;

  // Which batches are over a deadline would depend on how the simulation hands out time.
  private static final Timeouts PATIENT =
      new Timeouts(
          Duration.ofHours(10),
          Duration.ofSeconds(45),
          Duration.ofSeconds(30),
          Duration.ofSeconds(15),
          Duration.ofSeconds(20),
          Duration.ofSeconds(30),
          Duration.ofSeconds(30));

  private final SimulatedKafka kafka;
  private final StageProcessor<?> processor;
  private final boolean startsWarm;
  private final List<SimulatedWorker> workers = new ArrayList<>();
  private final List<Runnable> later = new ArrayList<>();
  private boolean calm;
  private int depth;

  /**
   * @param startsWarm whether workers wait for a word, and are told this and that in their trouble
   */
  Fleet(SimulatedKafka kafka, int size, StageProcessor<?> processor, boolean startsWarm) {
    this.kafka = kafka;
    this.processor = processor;
    this.startsWarm = startsWarm;
    for (int i = 0; i < size; i++) {
      workers.add(worker("pod-" + i, 1));
    }
    kafka.whileWaiting(this::others);
  }

  private SimulatedWorker worker(String pod, long boot) {
    var incarnation = new Incarnation("ns", "pipe", "stage", pod, boot);
    var worker = new SimulatedWorker(kafka, incarnation, settings(), processor);
    if (calm) {
      worker.client.calm();
    }
    return worker;
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
            List.of(SimulatedKafka.TOPIC),
            List.of(),
            null,
            2,
            new OnPoison(2, SimulatedKafka.DEAD_LETTERS, OnPoison.Then.STOP),
            Map.of(),
            startsWarm),
        new Kafka("simulated", GroupProtocol.CONSUMER, OffsetReset.EARLIEST, Map.of(), Map.of()),
        PATIENT,
        new BatchSettings(
            new BatchBounds(7, Duration.ofMillis(50)), Map.of(), Map.of(), GroupCommit.DEFAULT),
        BatchBounds.NONE,
        Audit.OFF);
  }

  /** One thing happens somewhere. */
  void step() {
    kafka.pass(Duration.ofMillis(kafka.random().nextInt(20)));
    workers.forEach(worker -> worker.client.heartbeat());
    any().step();
    replaceTheStopped();
    if (!calm && kafka.random().nextInt(60) == 0) {
      trouble();
    }
    if (!calm && startsWarm && kafka.random().nextInt(150) == 0) {
      any().worker.told(kafka.random().nextInt(3) == 0 ? WorkerRole.STANDBY : WorkerRole.ACTIVE);
    }
    if (!later.isEmpty() && kafka.random().nextInt(40) == 0) {
      later.remove(kafka.random().nextInt(later.size())).run();
    }
  }

  private void others() {
    if (depth < NESTING && kafka.random().nextInt(3) == 0) {
      depth++;
      kafka.pass(Duration.ofMillis(kafka.random().nextInt(50)));
      any().step();
      depth--;
    }
  }

  private SimulatedWorker any() {
    return workers.get(kafka.random().nextInt(workers.size()));
  }

  private void trouble() {
    int index = kafka.random().nextInt(workers.size());
    var worker = workers.get(index);
    switch (kafka.random().nextInt(6)) {
      case 0 -> {
        worker.client.cutOff(true);
        later.add(() -> worker.client.cutOff(false));
      }
      case 1 -> {
        worker.paused = true;
        worker.client.stopped(true);
        later.add(
            () -> {
              worker.paused = worker.dead;
              worker.client.stopped(worker.dead);
            });
      }
      case 2 -> kafka.pass(Duration.ofSeconds(kafka.random().nextInt(60)));
      case 3 -> worker.worker.stop();
      case 4 -> kafka.pass(Duration.ofSeconds(5));
      default -> {
        worker.paused = true;
        worker.client.stopped(true);
        workers.set(
            index, worker(worker.incarnation.pod(), worker.client.incarnation().boot() + 1));
      }
    }
  }

  private void replaceTheStopped() {
    for (int i = 0; i < workers.size(); i++) {
      var worker = workers.get(i);
      if (worker.dead || worker.worker.isOver()) {
        workers.set(i, worker(worker.incarnation.pod(), worker.client.incarnation().boot() + 1));
      }
    }
  }

  /** No more trouble: what is cut off comes back, what stands still goes on. */
  void calm() {
    calm = true;
    later.forEach(Runnable::run);
    later.clear();
    workers.forEach(
        worker -> {
          worker.client.calm();
          worker.client.stopped(worker.dead);
          worker.paused = worker.dead;
        });
  }

  /** Goes on until everything is committed. */
  void runUntilNoLag(int atMostSteps) {
    for (int i = 0; i < atMostSteps && kafka.lag() > 0; i++) {
      step();
    }
  }

  String states() {
    var states = new StringBuilder();
    workers.forEach(
        worker ->
            states
                .append('\n')
                .append(worker.incarnation.instanceId())
                .append(' ')
                .append(worker.worker.recovery())
                .append(' ')
                .append(worker.worker.report().partitions()));
    return states.toString();
  }
}
