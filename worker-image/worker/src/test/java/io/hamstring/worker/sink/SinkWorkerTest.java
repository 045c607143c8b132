package io.hamstring.worker.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hamstring.broker.clickhouse.ClickHouseServer;
import io.hamstring.worker.TestKafka;
import io.hamstring.worker.process.StopsBeforeCommitMain;
import io.hamstring.worker.process.TestWorker;
import io.hamstring.worker.stage.sink.MonitoringRows;
import io.hamstring.worker.stage.sink.SinkServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** Real sinks, a real broker, a real ClickHouse: what each trouble costs. */
class SinkWorkerTest {

  @TempDir static Path shared;
  private static ClickHouseServer server;
  private static TestKafka kafka;

  @TempDir Path folder;
  private SinkScene scene;

  @BeforeAll
  static void start() {
    server = SinkServer.start(shared);
    kafka = TestKafka.start(shared.resolve("broker"));
    kafka.topicNamed(SinkScene.LEVELS, 1);
    kafka.topicNamed(SinkScene.LOGS, 2);
    kafka.topicNamed(SinkScene.LETTERS, 1);
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
    if (kafka != null) {
      kafka.close();
    }
  }

  @BeforeEach
  void newTopic(TestInfo test) {
    var database = test.getTestMethod().orElseThrow().getName().toLowerCase(Locale.ROOT);
    scene = new SinkScene(kafka, folder, server.url().toString(), database);
    kafka.makeAnew(SinkScene.LOGS, 2);
    kafka.makeAnew(SinkScene.LETTERS, 1);
  }

  @Test
  void aCommitThatIsLostAfterItsInsertCostsNoRowAndShowsNoneTwice() throws Exception {
    scene.write(2, 0, 300);
    var reached = folder.resolve("reached");
    try (var worker = scene.worker("w-0", Map.of("kafkaBatchSize", 100))) {
      worker
          .with(StopsBeforeCommitMain.REACHED, reached.toString())
          .start(StopsBeforeCommitMain.class);
      while (!Files.exists(reached)) {
        scene.write(1, 1_000, 1);
        await().pollDelay(Duration.ofMillis(100)).until(() -> true);
      }
      eventually().until(() -> count("server_logs_rows") > 0);
      worker.process().kill();
      worker.exitValue();
      server.ask("SYSTEM STOP MERGES");

      worker.start();
      int all = kafka.records(SinkScene.LOGS).size();
      eventually().until(() -> count("server_logs") == all && isCommitted(all));

      assertThat(inserted()).isGreaterThan(all);
      assertThat(ask("SELECT uniqExact(message_id) FROM @.server_logs"))
          .isEqualTo(String.valueOf(new HashSet<>(kafka.values(SinkScene.LOGS)).size()));
    } finally {
      server.ask("SYSTEM START MERGES");
    }
  }

  @Test
  void anOutageHoldsNoMembershipAndLosesNoRow() throws Exception {
    try (var worker = scene.worker("w-0", Map.of()).withJvm(List.of("-Xmx96m")).start()) {
      scene.write(2, 0, 100);
      eventually().until(() -> count("server_logs") == 200);
      assertThat(worker.status("/readyz")).isEqualTo(200);
      server.kill();
      scene.write(2, 100, 10);
      eventually().until(() -> isAway(worker, "ClickHouse cannot be reached"));

      scene.write(2, 110, 20_000);
      for (int i = 0; i < 50; i++) {
        assertThat(kafka.members(scene.group())).isZero();
        assertThat(worker.status("/readyz")).isEqualTo(503);
        assertThat(worker.status("/livez")).isEqualTo(200);
        await().pollDelay(Duration.ofMillis(100)).until(() -> true);
      }
      server.start();

      eventually().until(() -> count("server_logs") == 40_220);
      eventually().until(() -> worker.status("/readyz") == 200);
      assertThat(worker.process().isAlive()).isTrue();
    } finally {
      server.start();
    }
  }

  @Test
  void aFrozenServerIsLeftAndComeBackTo() throws Exception {
    try (var worker = scene.worker("w-0", Map.of("operationTimeout", "500ms")).start()) {
      scene.write(2, 0, 100);
      eventually().until(() -> count("server_logs") == 200);
      server.pause();
      scene.write(2, 100, 100);
      eventually().until(() -> isAway(worker, "did not answer within"));
      server.resume();

      eventually().until(() -> count("server_logs") == 400);
    } finally {
      server.resume();
    }
  }

  @Test
  void aKillInTheMiddleOfInsertsCostsNoRow() throws Exception {
    try (var worker = scene.worker("w-0", Map.of("batchSize", 5)).start()) {
      scene.write(2, 0, 3_000);
      eventually().until(() -> count("server_logs_rows") > 0);
      for (int i = 0; i < 3; i++) {
        server.kill();
        server.start();
        await().pollDelay(Duration.ofMillis(500)).until(() -> true);
      }

      eventually().until(() -> count("server_logs") == 6_000);
      assertThat(worker.process().isAlive()).isTrue();
    }
  }

  @Test
  void aWrongPasswordIsReportedAndMendedInPlace() throws Exception {
    var secrets = Files.createDirectories(folder.resolve("secrets"));
    Files.writeString(secrets.resolve("password"), "some other secret");
    scene.write(2, 0, 10);
    try (var worker = scene.worker("w-0", Map.of()).start()) {
      eventually().until(() -> isAway(worker, "ClickHouse refuses the sink's user"));
      assertThat(kafka.members(scene.group())).isZero();
      assertThat(worker.status("/livez")).isEqualTo(200);
      Files.writeString(secrets.resolve("password"), SinkServer.PASSWORD);

      eventually().until(() -> count("server_logs") == 20);
      assertThat(worker.output()).doesNotContain("some other secret", SinkServer.PASSWORD);
    }
  }

  @Test
  void aBadRowGoesToTheDeadLettersAndTheOthersAreStored() throws Exception {
    kafka.write(
        SinkScene.LOGS,
        0,
        MonitoringRows.serverLog("a"),
        "{\"message_id\":\"bad\"}",
        MonitoringRows.serverLog("b"));
    try (var worker = scene.worker("w-0", Map.of()).start()) {
      eventually().until(() -> count("server_logs") == 2);
      eventually().until(() -> kafka.records(SinkScene.LETTERS).size() == 1);

      assertThat(kafka.values(SinkScene.LETTERS)).containsExactly("{\"message_id\":\"bad\"}");
      eventually()
          .untilAsserted(
              () -> assertThat(worker.report().at("/counters/deadLettered").asLong()).isEqualTo(1));
    }
  }

  @Test
  void aMissingTableIsMadeAnewAndItsRowsAreThere() throws Exception {
    try (var worker = scene.worker("w-0", Map.of()).start()) {
      scene.write(1, 0, 10);
      eventually().until(() -> count("server_logs") == 10);
      server.ask("DROP TABLE " + scene.database() + ".server_logs_rows");
      scene.write(1, 10, 10);

      eventually().until(() -> count("server_logs") == 10);
      assertThat(worker.report().toString()).contains("ClickHouse is not as the sink needs it");
    }
  }

  /** Rows that are refused for their size, and a topic that is not there at all. */
  @Test
  void aStageTellsOfItsWorkAndIsNeverHeldUpByThat() throws Exception {
    kafka.makeAnew(SinkScene.LOGS, 2, Map.of("max.message.bytes", "600"));
    var in = kafka.topic(1);
    var out = kafka.topic(1);
    try (var worker = scene.logserver("w-0", in, out).start()) {
      kafka.write(in, 0, "a small line");
      eventually().until(() -> kafka.values(out).equals(List.of("a small line")));
      assertThat(kafka.values(SinkScene.LOGS))
          .singleElement()
          .asString()
          .contains("\"message_text\":\"a small line\"");

      var large = "x".repeat(2_000);
      kafka.write(in, 0, large, "after it");
      eventually().until(() -> kafka.records(out).size() == 3);

      assertThat(kafka.values(out)).containsExactly("a small line", large, "after it");
      assertThat(kafka.records(SinkScene.LETTERS)).isEmpty();
      assertThat(kafka.records(SinkScene.LOGS)).hasSize(1);
      assertThat(worker.output()).contains("no more rows are written to clickhouse_server_logs");
    }
  }

  private boolean isAway(TestWorker worker, String because) throws IOException {
    return worker.status("/readyz") == 503
        && worker.report().at("/recovery/detail").asText().contains(because);
  }

  private boolean isCommitted(long all) {
    return kafka.offsets(scene.group(), SinkScene.LOGS).values().stream()
            .mapToLong(offset -> offset.offset())
            .sum()
        == all;
  }

  /** Every row that was ever inserted, those that folded included. */
  private long inserted() {
    return Long.parseLong(ask("SELECT count() FROM @.server_logs_rows"));
  }

  private long count(String table) {
    try {
      return Long.parseLong(ask("SELECT count() FROM @." + table));
    } catch (IllegalStateException notYet) {
      return -1;
    }
  }

  private String ask(String sql) {
    return server.ask(sql.replace("@", scene.database()));
  }

  private static ConditionFactory eventually() {
    return await().pollInSameThread().atMost(Duration.ofSeconds(90));
  }
}
