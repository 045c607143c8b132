package io.hamstring.worker.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A worker that has more to do than it can do waits for its own work, and for nothing else. */
@ExtendWith(SharedKafka.class)
class BacklogTest {

  /** More than the worker takes from its client, so that the client is left with some. */
  private static final int BACKLOG = 20_000;

  private static final Duration WATCHED = Duration.ofSeconds(2);

  @TempDir Path folder;
  private final TestKafka kafka;

  BacklogTest(TestKafka kafka) {
    this.kafka = kafka;
  }

  /** Under the newer protocol it took more than half of one before the loop waited by itself. */
  @ParameterizedTest
  @EnumSource
  void whoWaitsForASlowBatchBurnsNoCore(GroupProtocol protocol) throws Exception {
    var in = kafka.topic(1);
    kafka.write(
        in, 0, Collections.nCopies(BACKLOG, "a record of some length").toArray(String[]::new));
    var settings = TestSettings.reading(kafka.broker().bootstrapServers(), protocol, in).settings();
    var boots = BootCount.raise(folder, Instant.EPOCH);
    var incarnation = TestSettings.incarnation("pod");
    var processor = new Stuck();
    try (var threads = new Threads(1)) {
      var worker =
          new Worker(
              settings,
              incarnation,
              new KafkaCluster(settings, incarnation, boots, new SimpleMeterRegistry()),
              processor,
              threads.surroundings(),
              event -> {});
      var loop = new Thread(worker, "loop");
      loop.start();
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> worker.report().partitions().stream().anyMatch(p -> p.paused()));

      var used = used(loop, WATCHED);

      processor.goOn.countDown();
      worker.stop();
      loop.join(Duration.ofSeconds(60).toMillis());
      assertThat(used).isLessThan(WATCHED.dividedBy(2));
    }
  }

  /** Time on a processor that a thread takes meanwhile. */
  private static Duration used(Thread thread, Duration meanwhile) throws InterruptedException {
    var threads = ManagementFactory.getThreadMXBean();
    long before = threads.getThreadCpuTime(thread.getId());
    new CountDownLatch(1).await(meanwhile.toMillis(), TimeUnit.MILLISECONDS);
    return Duration.ofNanos(threads.getThreadCpuTime(thread.getId()) - before);
  }

  private static final class Stuck implements StageProcessor<Void> {

    final CountDownLatch goOn = new CountDownLatch(1);

    @Override
    public Result<Void> process(Batch batch, Void state) throws InterruptedException {
      goOn.await();
      return new Result.Builder().build();
    }
  }
}
