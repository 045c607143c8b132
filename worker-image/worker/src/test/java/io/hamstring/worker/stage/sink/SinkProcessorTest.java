package io.hamstring.worker.stage.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.hamstring.broker.BrokerCertificates;
import io.hamstring.broker.clickhouse.ClickHouseOptions;
import io.hamstring.broker.clickhouse.ClickHouseServer;
import io.hamstring.contract.names.MonitoringTopics;
import io.hamstring.contract.report.SinkTrouble;
import io.hamstring.contract.settings.Section;
import io.hamstring.recovery.processing.Batch;
import io.hamstring.recovery.processing.ProcessorUnavailableException;
import io.hamstring.recovery.processing.Rejection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** The sink against a real server. */
class SinkProcessorTest {

  @TempDir static Path folder;
  private static ClickHouseServer server;
  private static Path secrets;

  private String database;

  @BeforeAll
  static void start() throws Exception {
    var certificates = BrokerCertificates.in(Files.createDirectories(folder.resolve("tls")));
    var options =
        ClickHouseOptions.in(folder.resolve("clickhouse"), SinkServer.PASSWORD)
            .withTables("parts_to_delay_insert", "8")
            .withTables("parts_to_throw_insert", "8")
            .withTls(certificates.broker().certificate(), certificates.broker().key());
    server = SinkServer.start(options);
    secrets = Files.createDirectories(folder.resolve("secrets"));
    Files.writeString(secrets.resolve("password"), SinkServer.PASSWORD + "\n");
    Files.writeString(secrets.resolve("wrong"), "wrong");
    Files.copy(certificates.authority(), secrets.resolve("ca.crt"));
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  @BeforeEach
  void name(TestInfo test) {
    database = test.getTestMethod().orElseThrow().getName().toLowerCase(Locale.ROOT);
  }

  @Test
  void everyTableTakesARowAndShowsItOnceHoweverOftenItCame() throws Exception {
    var sink = prepared(Map.of());
    for (var table : MonitoringTopics.tables()) {
      for (int i = 0; i < 3; i++) {
        sink.process(MonitoringRows.batch(table, MonitoringRows.of(table)), null);
      }
      assertThat(ask("SELECT count() FROM @." + table + "_rows")).isEqualTo("3");
      assertThat(ask("SELECT count() FROM @." + table)).isEqualTo("1");
    }
    assertThat(ask("SELECT * FROM @.alerts"))
        .isEqualTo("10.0.0.1\ts\t2025-06-01 12:00:00\t1748779200250000\t0.75\t[\"a.b\"]\t{}");
    assertThat(sink.whyUnready()).isEmpty();
  }

  @Test
  void theSchemaIsMadeOnceByHoweverManyWorkers() throws Exception {
    prepared(Map.of());
    var versions = ask("SELECT * FROM @.hamstring_schema");
    prepared(Map.of());

    assertThat(ask("SELECT * FROM @.hamstring_schema")).isEqualTo(versions);
    assertThat(versions).startsWith("1\t").doesNotContain("\n");
  }

  @Test
  void aTableThatIsGoneIsMadeAnew() throws Exception {
    var sink = prepared(Map.of());
    server.ask("DROP TABLE " + database + ".server_logs_rows");
    var batch = MonitoringRows.batch("server_logs", MonitoringRows.serverLog("m"));

    assertUnavailable(
        () -> sink.process(batch, null), SinkTrouble.MISCONFIGURED, "server_logs_rows");
    assertThat(sink.whyUnready()).hasValueSatisfying(why -> assertThat(why).contains("exist"));
    sink.prepare();
    sink.process(batch, null);

    assertThat(ask("SELECT message_id FROM @.server_logs")).isEqualTo("m");
  }

  @Test
  void aTableOfHamstringsOwnIsNotTakenForOurs() {
    server.ask("CREATE DATABASE " + database);
    server.ask("CREATE TABLE " + database + ".alerts (a String) ENGINE = Memory");

    assertUnavailable(
        () -> prepared(Map.of()), SinkTrouble.MISCONFIGURED, "give it a database of its own");
  }

  @Test
  void aNewerSchemaIsLeftToNewerWorkers() throws Exception {
    prepared(Map.of());
    server.ask("INSERT INTO " + database + ".hamstring_schema SELECT 99, now()");

    assertUnavailable(() -> prepared(Map.of()), SinkTrouble.MISCONFIGURED, "version 99");
  }

  @Test
  void aWrongPasswordIsSaidAndNeverShown() throws Exception {
    var sink = sink(Map.of("passwordFile", "wrong"));

    assertUnavailable(sink::prepare, SinkTrouble.REFUSED, "password");
    assertThat(sink.whyUnready().orElseThrow()).doesNotContain("wrong pass", SinkServer.PASSWORD);
  }

  @Test
  void aCorrectedPasswordNeedsNoRestart() throws Exception {
    var file = secrets.resolve("corrected");
    Files.writeString(file, "not yet");
    var sink = sink(Map.of("passwordFile", "corrected"));
    assertUnavailable(sink::prepare, SinkTrouble.REFUSED, "");

    Files.writeString(file, SinkServer.PASSWORD);
    sink.prepare();

    assertThat(sink.whyUnready()).isEmpty();
  }

  @Test
  void theServersCertificateIsVerified() throws Exception {
    var url = server.secureUrl().toString();

    assertUnavailable(
        sink(Map.of("url", url))::prepare, SinkTrouble.UNREACHABLE, "certification path");
    var sink = prepared(Map.of("url", url, "certificateFiles", List.of("ca.crt")));
    sink.process(MonitoringRows.batch("server_logs", MonitoringRows.serverLog("m")), null);

    assertThat(ask("SELECT message_id FROM @.server_logs")).isEqualTo("m");
  }

  @Test
  void tooManyPartsPass() throws Exception {
    var sink = prepared(Map.of("batchSize", 1));
    server.ask("SYSTEM STOP MERGES");
    var values = new ArrayList<String>();
    for (int i = 0; i < 20; i++) {
      values.add(MonitoringRows.serverLog("m" + i));
    }
    var batch = MonitoringRows.batch("server_logs", values.toArray(String[]::new));
    try {
      assertUnavailable(() -> sink.process(batch, null), SinkTrouble.OVERLOADED, "arts");
    } finally {
      server.ask("SYSTEM START MERGES");
    }
    server.ask("OPTIMIZE TABLE " + database + ".server_logs_rows FINAL");
    var many = prepared(Map.of("batchSize", 10));
    many.process(batch, null);

    assertThat(ask("SELECT count(), uniqExact(message_id) FROM @.server_logs")).isEqualTo("20\t20");
  }

  @Test
  void badRowsAreRejectedAndTheOthersStored() throws Exception {
    var sink = prepared(Map.of());
    var result =
        sink.process(
            MonitoringRows.batch(
                "server_logs",
                MonitoringRows.serverLog("a"),
                "{\"message_id\":\"b\"}",
                MonitoringRows.serverLog("\\u0000\\ud800 c"),
                "nonsense"),
            null);

    assertThat(result.rejections())
        .extracting(Rejection::reason)
        .containsExactly(
            "no row of server_logs: message_text is missing",
            "no row of server_logs: it is no JSON object");
    assertThat(result.disposals()).hasSize(2);
    assertThat(ask("SELECT count() FROM @.server_logs")).isEqualTo("2");
  }

  @Test
  void aRowThatOnlyTheServerRefusesIsFound() throws Exception {
    var sink = prepared(Map.of("batchSize", 8));
    // A type that is narrower than ours, as somebody's own change of the table might make it.
    server.ask("DROP TABLE " + database + ".fill_levels_rows");
    server.ask(
        "CREATE TABLE "
            + database
            + ".fill_levels_rows (topic_id String, topic_partition UInt32, topic_offset UInt64,"
            + " written DateTime, timestamp DateTime, timestamp_us Int64, stage String,"
            + " entry_type FixedString(1), entry_count UInt64)"
            + " ENGINE = ReplacingMergeTree() ORDER BY topic_offset");
    var rows = new ArrayList<String>();
    for (int i = 0; i < 30; i++) {
      rows.add(
          "{\"stage\":\"x\",\"entry_type\":\""
              + (i == 17 ? "too long" : "a")
              + "\",\"entry_count\":1}");
    }

    var result =
        sink.process(MonitoringRows.batch("fill_levels", rows.toArray(String[]::new)), null);

    assertThat(result.rejections()).hasSize(1);
    assertThat(result.rejections().get(0).record().offset()).isEqualTo(117);
    assertThat(ask("SELECT uniqExact(topic_offset) FROM @.fill_levels_rows")).isEqualTo("29");
    assertUnavailable(
        () -> sink.process(MonitoringRows.batch("fill_levels", rows.get(17), rows.get(17)), null),
        SinkTrouble.MISCONFIGURED,
        "every row of fill_levels is refused");
  }

  @Test
  void rowsOfManyDaysAreTaken() throws Exception {
    var sink = prepared(Map.of("batchSize", 1_000));
    var values = new String[150];
    Arrays.fill(values, MonitoringRows.serverLog("m"));

    sink.process(MonitoringRows.batchAt("server_logs", 0, 86_400_000L, values), null);

    assertThat(ask("SELECT count() FROM @.server_logs")).isEqualTo("150");
  }

  @Test
  void rowsOfATopicMadeAnewStandBesideTheOldOnes() throws Exception {
    var sink = prepared(Map.of());
    var batch = MonitoringRows.batch("server_logs", MonitoringRows.serverLog("m"));
    sink.process(batch, null);
    sink.process(new Batch(batch.partition(), batch.records(), "another-id"), null);

    assertThat(ask("SELECT count() FROM @.server_logs")).isEqualTo("2");
    assertUnavailable(
        () -> sink.process(new Batch(batch.partition(), batch.records()), null),
        SinkTrouble.MISCONFIGURED,
        "grant the worker Describe");
  }

  @Test
  void aFrozenServerIsGivenUpInTime() throws Exception {
    var sink = prepared(Map.of("operationTimeout", "300ms"));
    server.pause();
    try {
      assertUnavailable(
          () ->
              sink.process(
                  MonitoringRows.batch("server_logs", MonitoringRows.serverLog("m")), null),
          SinkTrouble.UNREACHABLE,
          "did not answer within 300 ms");
      assertUnavailable(sink::prepare, SinkTrouble.UNREACHABLE, "");
    } finally {
      server.resume();
    }
  }

  @Test
  void aRestartedServerCostsNothingButTheConnection() throws Exception {
    var sink = prepared(Map.of());
    sink.process(MonitoringRows.batch("server_logs", MonitoringRows.serverLog("a")), null);
    server.kill();
    var batch = MonitoringRows.batch("server_logs", MonitoringRows.serverLog("b"));
    assertUnavailable(() -> sink.process(batch, null), SinkTrouble.UNREACHABLE, "");
    server.start();

    sink.process(batch, null);

    assertThat(ask("SELECT message_id FROM @.server_logs")).isEqualTo("b");
  }

  /** What Grafana would send for each panel of the chart's dashboard. */
  @Test
  void everyPanelOfTheDashboardHasAnAnswer() throws Exception {
    var sink = prepared(Map.of());
    for (var table : MonitoringTopics.tables()) {
      sink.process(MonitoringRows.batch(table, MonitoringRows.of(table)), null);
    }
    var dashboard =
        new ObjectMapper()
            .readTree(Path.of("../../helm/hamstring-operator/files/dashboards/sink.json").toFile());
    var queries = dashboard.path("panels").findValuesAsText("rawSql");

    assertThat(queries).hasSizeGreaterThan(10);
    for (var query : queries) {
      var asked =
          query
              .replace("$database", database)
              .replaceAll(
                  "\\$__timeFilter\\((\\w+)\\)",
                  "$1 >= toDateTime('2025-01-01 00:00:00') AND $1 <= toDateTime('2026-01-01 00:00:00')");
      assertThat(asked).doesNotContain("$");
      assertThat(server.ask(asked)).as(asked).isNotEmpty();
    }
  }

  private String ask(String sql) {
    return server.ask(sql.replace("@", database));
  }

  private SinkProcessor prepared(Map<String, Object> more) throws Exception {
    var sink = sink(more);
    sink.prepare();
    return sink;
  }

  private SinkProcessor sink(Map<String, Object> more) {
    var config = new HashMap<String, Object>();
    config.put("url", server.url().toString());
    config.put("database", database);
    config.put("passwordFile", "password");
    config.putAll(more);
    var problems = new ArrayList<String>();
    var settings = SinkSettings.of(Section.at("config", config, problems));
    assertThat(problems).isEmpty();
    return new SinkProcessor(settings, secrets);
  }

  private static void assertUnavailable(ThrowingCallable call, SinkTrouble trouble, String says) {
    assertThatThrownBy(call)
        .isInstanceOf(ProcessorUnavailableException.class)
        .hasMessageContaining(says)
        .satisfies(failure -> assertThat(SinkTrouble.in(failure.getMessage())).contains(trouble));
  }
}
