package io.hamstring.bench.contender;

import io.hamstring.bench.runtime.Loop;
import io.hamstring.bench.runtime.Running;
import io.hamstring.contract.StageType;
import io.hamstring.contract.batch.BatchBounds;
import io.hamstring.contract.batch.BatchSettings;
import io.hamstring.contract.batch.GroupCommit;
import io.hamstring.contract.names.Incarnation;
import io.hamstring.contract.settings.WorkerSettings;
import io.hamstring.contract.settings.WorkerSettings.Audit;
import io.hamstring.contract.settings.WorkerSettings.GroupProtocol;
import io.hamstring.contract.settings.WorkerSettings.Kafka;
import io.hamstring.contract.settings.WorkerSettings.OffsetReset;
import io.hamstring.contract.settings.WorkerSettings.OnPoison;
import io.hamstring.contract.settings.WorkerSettings.Output;
import io.hamstring.contract.settings.WorkerSettings.Stage;
import io.hamstring.contract.settings.WorkerSettings.Timeouts;
import io.hamstring.recovery.loop.Worker;
import io.hamstring.recovery.runtime.Threads;
import io.hamstring.worker.boot.BootCount;
import io.hamstring.worker.kafka.KafkaCluster;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * The recovery core with the defaults of a pipeline, as a worker runs it.
 *
 * @param groupCommit how transactions are filled
 */
public record CoreContender(String name, GroupCommit groupCommit) implements Contender {

  @Override
  public Running start(Job job) {
    var settings = settings(job);
    var incarnation = new Incarnation("bench", "bench", "turn", job.group(), 1);
    var registry = new SimpleMeterRegistry();
    var cluster = new KafkaCluster(settings, incarnation, boots(job), registry);
    var threads = new Threads(settings.stage().concurrency());
    var worker =
        new Worker(
            settings,
            incarnation,
            cluster,
            new TurningStage(job.outputTopic()),
            threads.surroundings(),
            event -> {});
    var loop =
        Loop.start(
            name,
            new Loop.Body() {
              @Override
              public void run() {
                worker.run();
              }

              @Override
              public void stop() {
                worker.stop();
              }
            });
    return () -> {
      try (threads) {
        loop.close();
      } finally {
        registry.close();
      }
    };
  }

  private static BootCount boots(Job job) {
    try {
      return BootCount.raise(job.folder(), Instant.now());
    } catch (IOException failure) {
      throw new UncheckedIOException("cannot count starts in " + job.folder(), failure);
    }
  }

  private WorkerSettings settings(Job job) {
    var defaults = BatchSettings.defaults();
    return new WorkerSettings(
        "bench",
        "bench",
        new Stage(
            "turn",
            StageType.CUSTOM,
            "turn",
            job.group(),
            List.of(job.inputTopic()),
            List.of(new Output(job.outputTopic(), StageType.CUSTOM)),
            null,
            1,
            OnPoison.DEFAULT,
            Map.of()),
        new Kafka(
            job.bootstrapServers(),
            GroupProtocol.CONSUMER,
            OffsetReset.EARLIEST,
            Map.of(),
            Map.of()),
        Timeouts.DEFAULT,
        new BatchSettings(defaults.global(), defaults.stages(), defaults.topics(), groupCommit),
        BatchBounds.NONE,
        Audit.OFF);
  }
}
