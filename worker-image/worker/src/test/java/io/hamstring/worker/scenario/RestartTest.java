package io.hamstring.worker.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hamstring.broker.BrokerOptions;
import io.hamstring.contract.settings.WorkerSettings.GroupProtocol;
import io.hamstring.worker.TestKafka;
import io.hamstring.worker.TestSettings;
import io.hamstring.worker.process.TestWorker;
import io.hamstring.worker.scenario.Trap.Act;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The next container of a pod whose worker was killed. */
class RestartTest {

  private static final Duration PATIENCE = Duration.ofSeconds(90);

  /**
   * Far below the session of 45 s and the transaction's 30 s; with nothing in its way it takes 1 s.
   */
  private static final Duration BOUND = Duration.ofSeconds(15);

  @TempDir static Path folder;
  private static TestKafka kafka;

  @BeforeAll
  static void startBroker() {
    // Kafka's own session of 45 s and heartbeat of 5 s; a classic group does not wait for others.
    kafka = TestKafka.start(BrokerOptions.forTests(folder.resolve("broker")));
  }

  @AfterAll
  static void endBroker() {
    kafka.close();
  }

  @ParameterizedTest
  @CsvSource({"CONSUMER, false", "CONSUMER, true", "CLASSIC, false", "CLASSIC, true"})
  void aWorkerThatWasKilledInATransactionCommitsAgainAtOnce(
      GroupProtocol protocol, boolean besideAnother) throws Exception {
    var in = kafka.topic(2);
    var settings =
        TestSettings.reading(kafka.broker().bootstrapServers(), protocol, in)
            .writing(kafka.topic(2))
            .processedBy(TrappedCopy.class)
            .settings();
    var own = folder.resolve(protocol + "-" + besideAnother);
    var trap = new Trap(Point.AFTER_SEND_OFFSETS, Act.HALT, own.resolve("traps"), 1);
    try (var feed = Feed.into(kafka.broker().bootstrapServers(), in, 2);
        var worker = TestWorker.of("w-0", own, settings);
        var other = TestWorker.of("w-1", own, settings)) {
      worker.with(Trap.VARIABLE, trap.folder().toString()).start(TrappedMain.class);
      if (besideAnother) {
        other.start();
        await().atMost(PATIENCE).until(() -> commits(other));
      }
      await().atMost(PATIENCE).until(() -> commits(worker));
      trap.set();
      assertThat(worker.process().ended().get(60, TimeUnit.SECONDS).exitValue()).isEqualTo(137);

      worker.start(TrappedMain.class);
      await().atMost(PATIENCE).until(() -> commits(worker));

      feed.stop();
      var report = worker.report();
      var took =
          Duration.between(
              Instant.parse(report.get("startedAt").asText()),
              Instant.parse(report.get("lastCommitAt").asText()));
      System.out.println(
          "restart: start to commit, "
              + protocol.id()
              + (besideAnother ? ", beside another worker: " : ", alone: ")
              + took.toMillis()
              + " ms");
      assertThat(report.get("boot").asLong()).isEqualTo(2);
      assertThat(took).isLessThan(BOUND);
    }
  }

  private static boolean commits(TestWorker worker) throws Exception {
    return worker.status("/report") == 200 && !worker.report().path("lastCommitAt").isNull();
  }
}
