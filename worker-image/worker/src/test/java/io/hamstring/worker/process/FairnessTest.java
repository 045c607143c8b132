package io.hamstring.worker.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hamstring.contract.batch.BatchBounds;
import io.hamstring.contract.batch.BatchSettings;
import io.hamstring.contract.batch.GroupCommit;
import io.hamstring.contract.settings.WorkerSettings;
import io.hamstring.contract.settings.WorkerSettings.GroupProtocol;
import io.hamstring.recovery.loop.Worker;
import io.hamstring.recovery.processing.Batch;
import io.hamstring.recovery.processing.Result;
import io.hamstring.recovery.processing.StageProcessor;
import io.hamstring.recovery.runtime.Threads;
import io.hamstring.worker.SharedKafka;
import io.hamstring.worker.TestKafka;
import io.hamstring.worker.TestSettings;
import io.hamstring.worker.boot.BootCount;
import io.hamstring.worker.kafka.KafkaCluster;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A partition with a long backlog does not keep the records of others waiting. */
@ExtendWith(SharedKafka.class)
class FairnessTest {

  private static final int BACKLOG = 2_400;
  private static final int BATCH = 10;
  private static final long WORK_NANOS = 5_000_000;
  private static final long PACE_MILLIS = 33;

  /** The measured figure is in the README of the recovery core; a loaded machine gets more time. */
  private static final long BOUND_MILLIS = Long.getLong("hamstring.fairness.bound", 2_000);

  @TempDir Path folder;
  private final TestKafka kafka;

  FairnessTest(TestKafka kafka) {
    this.kafka = kafka;
  }

  @Test
  void recordsOfOtherPartitionsPassALongBacklog() throws Exception {
    var in = kafka.topic(3);
    var out = kafka.topic(3);
    kafka.write(in, 0, Collections.nCopies(BACKLOG, "old").toArray(String[]::new));
    var processor = new Slow(out);
    var settings = settings(in, out);
    var boots = BootCount.raise(folder, Instant.EPOCH);
    var incarnation = TestSettings.incarnation("pod");
    var writer = Executors.newSingleThreadScheduledExecutor();
    try (var threads = new Threads(1)) {
      var worker =
          new Worker(
              settings,
              incarnation,
              new KafkaCluster(settings, incarnation, boots, new SimpleMeterRegistry()),
              processor,
              threads.surroundings(),
              event -> {});
      var run = CompletableFuture.runAsync(worker);
      await().atMost(Duration.ofSeconds(60)).until(() -> processor.old.get() > 0);
      writer.scheduleAtFixedRate(
          () -> List.of(1, 2).forEach(number -> kafka.write(in, number, "new")),
          0,
          PACE_MILLIS,
          TimeUnit.MILLISECONDS);

      await().atMost(Duration.ofSeconds(120)).until(() -> processor.old.get() == BACKLOG);
      writer.shutdownNow();
      worker.stop();
      run.get(60, TimeUnit.SECONDS);
    } finally {
      writer.shutdownNow();
    }

    var waits = processor.waits();
    var p99 = waits.get(waits.size() * 99 / 100);
    System.out.println(
        "fairness: "
            + waits.size()
            + " records of other partitions waited p50 "
            + waits.get(waits.size() / 2)
            + " ms, p99 "
            + p99
            + " ms, at most "
            + waits.get(waits.size() - 1)
            + " ms");
    assertThat(waits).hasSizeGreaterThan(200);
    assertThat(p99).isLessThan(BOUND_MILLIS);
  }

  private WorkerSettings settings(String in, String out) {
    var plain =
        TestSettings.reading(kafka.broker().bootstrapServers(), GroupProtocol.CONSUMER, in)
            .writing(out)
            .settings();
    return new WorkerSettings(
        plain.namespace(),
        plain.pipeline(),
        plain.stage(),
        plain.kafka(),
        plain.timeouts(),
        new BatchSettings(
            new BatchBounds(BATCH, Duration.ofMillis(50)), Map.of(), Map.of(), GroupCommit.DEFAULT),
        BatchBounds.NONE,
        plain.audit());
  }

  /** Works for 5 ms on each record, and notes how long those that are new had waited for it. */
  private static final class Slow implements StageProcessor<Void> {

    final AtomicInteger old = new AtomicInteger();
    private final String out;
    private final List<Long> waits = Collections.synchronizedList(new ArrayList<>());

    Slow(String out) {
      this.out = out;
    }

    @Override
    public Result<Void> process(Batch batch, Void state) {
      var result = new Result.Builder();
      for (var record : batch.records()) {
        if (batch.partition().number() == 0) {
          old.incrementAndGet();
        } else {
          waits.add(System.currentTimeMillis() - record.timestamp());
        }
        LockSupport.parkNanos(WORK_NANOS);
        result.output(out, null, record.value(), record);
      }
      return result.build();
    }

    List<Long> waits() {
      return waits.stream().sorted().toList();
    }
  }
}
