package io.hamstring.worker.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hamstring.broker.clickhouse.ClickHouseServer;
import io.hamstring.worker.TestKafka;
import io.hamstring.worker.process.TestWorker;
import io.hamstring.worker.stage.sink.SinkServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Workers, broker and ClickHouse are killed in an order that a seed draws, while rows come. {@code
 * -Dhamstring.sink.kills=100} kills more often, {@code -Dhamstring.sink.seed=7} in another order.
 */
class SinkKillsTest {

  private static final int PARTITIONS = 3;
  private static final int ROWS = 40;
  private static final int KILLS = Integer.getInteger("hamstring.sink.kills", 15);
  private static final long SEED = Long.getLong("hamstring.sink.seed", 8);

  /**
   * A record at which a worker dies is suspected, and every death here comes from outside: by the
   * usual three a hundred kills convict one that is innocent, which is then a dead letter as well
   * as a row.
   */
  private static final int ATTEMPTS = 1_000;

  @TempDir Path folder;

  private final Random chance = new Random(SEED);

  @Test
  void everyRowIsThereOnceWhateverIsKilled() throws Exception {
    try (var server = SinkServer.start(folder);
        var kafka = TestKafka.start(folder.resolve("broker"))) {
      kafka.topicNamed(SinkScene.LEVELS, 1);
      kafka.topicNamed(SinkScene.LOGS, PARTITIONS);
      kafka.topicNamed(SinkScene.LETTERS, 1);
      var scene = new SinkScene(kafka, folder, server.url().toString(), "kills");
      var more = Map.<String, Object>of("batchSize", 10, "kafkaBatchSize", 100);
      try (var one = scene.worker("w-0", more, ATTEMPTS).start();
          var other = scene.worker("w-1", more, ATTEMPTS).start()) {
        var workers = new TestWorker[] {one, other};
        for (int kill = 0; kill < KILLS; kill++) {
          scene.write(PARTITIONS, kill * ROWS, ROWS);
          pause(chance.nextInt(1_500));
          kill(chance.nextInt(4), workers, kafka, server);
        }
        scene.write(PARTITIONS, KILLS * ROWS, ROWS);

        var written = kafka.values(SinkScene.LOGS);
        assertThat(new HashSet<>(written)).hasSize((KILLS + 1) * ROWS * PARTITIONS);
        await()
            .pollInSameThread()
            .pollInterval(Duration.ofMillis(500))
            .atMost(Duration.ofMinutes(3))
            .ignoreExceptions()
            .untilAsserted(
                () ->
                    assertThat(
                            server.ask(
                                "SELECT count(), uniqExact(message_id) FROM kills.server_logs"))
                        .as("seed %d", SEED)
                        .isEqualTo(written.size() + "\t" + new HashSet<>(written).size()));
        assertThat(kafka.records(SinkScene.LETTERS)).isEmpty();
      }
    }
  }

  private void kill(int which, TestWorker[] workers, TestKafka kafka, ClickHouseServer server)
      throws Exception {
    switch (which) {
      case 0 -> {
        kafka.broker().kill();
        pause(chance.nextInt(500));
        kafka.broker().start();
      }
      case 1 -> {
        server.kill();
        pause(chance.nextInt(2_000));
        server.start();
      }
      default -> {
        var worker = workers[which - 2];
        worker.process().kill();
        worker.exitValue();
        worker.start();
      }
    }
  }

  private static void pause(int millis) {
    await().pollDelay(Duration.ofMillis(millis)).until(() -> true);
  }
}
