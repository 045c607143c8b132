package io.hamstring.worker.runtime;

import io.hamstring.contract.names.Incarnation;
import io.hamstring.contract.settings.WorkerSettings;
import io.hamstring.contract.settings.WorkerSettings.Kafka;
import io.hamstring.contract.settings.WorkerSettings.OffsetReset;
import io.hamstring.contract.settings.WorkerSettings.OnPoison;
import io.hamstring.contract.settings.WorkerSettings.Stage;
import io.hamstring.recovery.loop.Worker;
import io.hamstring.recovery.processing.Batch;
import io.hamstring.recovery.processing.Result;
import io.hamstring.recovery.processing.StageProcessor;
import io.hamstring.recovery.runtime.Threads;
import io.hamstring.worker.boot.BootCount;
import io.hamstring.worker.kafka.KafkaCluster;
import io.hamstring.worker.kafka.SecretFiles;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a standby does once while it waits: it plays a worker's first moments, with the recovery
 * core and real clients, in a group of its own, so that the code is loaded and linked when it is
 * told to join. Nothing stays of it: it reads what comes while it plays, its results are dropped,
 * every transaction is aborted, and the group is left without an offset, so that the broker drops
 * it when it next looks for expired ones. Whoever may not use such a group, or transactions of that
 * name, joins without it.
 */
final class Rehearsal {

  private static final Logger LOG = LoggerFactory.getLogger(Rehearsal.class);

  /** For records to come; it ends with the first ones. */
  private static final Duration LONGEST = Duration.ofSeconds(10);

  private static final String SUFFIX = "rehearsal";

  private final WorkerSettings settings;
  private final Incarnation incarnation;
  private final Path folder;
  private final SecretFiles secrets;
  private final Clock clock;
  private final CompletableFuture<Void> end = new CompletableFuture<>();
  private boolean begun;

  /**
   * One that has not begun.
   *
   * @param incarnation of the worker that rehearses
   * @param state its folder for what outlives a container
   */
  Rehearsal(
      WorkerSettings settings,
      Incarnation incarnation,
      Path state,
      SecretFiles secrets,
      Clock clock) {
    this.settings = settings;
    this.incarnation = incarnation;
    this.folder = state.resolve(SUFFIX);
    this.secrets = secrets;
    this.clock = clock;
  }

  /** Begins it on a thread of its own; nothing when it has begun before. */
  synchronized void begin() {
    if (begun) {
      return;
    }
    begun = true;
    var thread = new Thread(this::play, SUFFIX);
    thread.setDaemon(true);
    thread.start();
  }

  /** Ends it soon: the worker is needed. */
  void end() {
    end.complete(null);
  }

  private void play() {
    try (var threads = new Threads(1)) {
      var boots = BootCount.raise(folder, clock.instant());
      var player =
          new Incarnation(
              incarnation.namespace(),
              incarnation.pipeline(),
              incarnation.stage(),
              incarnation.pod() + "-" + SUFFIX,
              boots.boot());
      var played = played(settings, incarnation.pod());
      var kafka =
          new KafkaCluster(
              played, player, boots, secrets, new SimpleMeterRegistry(), renamed -> {});
      var worker =
          new Worker(
              played,
              player,
              new RehearsalCluster(kafka),
              new Taster(this::end),
              threads.surroundings(),
              event -> {});
      end.completeOnTimeout(null, LONGEST.toMillis(), TimeUnit.MILLISECONDS).thenRun(worker::stop);
      worker.run();
      LOG.atInfo().addKeyValue("batches", worker.report().counters().batches()).log("rehearsed");
    } catch (IOException | RuntimeException failure) {
      LOG.info("not rehearsed, so the first moments as a member take longer", failure);
    }
  }

  private static WorkerSettings played(WorkerSettings settings, String pod) {
    var stage = settings.stage();
    var kafka = settings.kafka();
    return new WorkerSettings(
        settings.namespace(),
        settings.pipeline(),
        new Stage(
            stage.name(),
            stage.type(),
            stage.topicName(),
            stage.group() + "_" + SUFFIX + "_" + pod,
            stage.inputs(),
            List.of(),
            null,
            1,
            OnPoison.DEFAULT,
            Map.of()),
        new Kafka(
            kafka.bootstrapServers(),
            kafka.groupProtocol(),
            OffsetReset.LATEST,
            kafka.security(),
            kafka.consumerConfig(),
            kafka.producerConfig()),
        settings.timeouts(),
        settings.batch(),
        settings.environmentBatch(),
        settings.audit());
  }

  /** Ends the rehearsal with the first records that it is given. */
  private record Taster(Runnable end) implements StageProcessor<Void> {

    @Override
    public Result<Void> process(Batch batch, Void state) {
      end.run();
      var result = new Result.Builder();
      batch.records().forEach(record -> result.output(SUFFIX, null, record.value(), record));
      return result.build();
    }
  }
}
