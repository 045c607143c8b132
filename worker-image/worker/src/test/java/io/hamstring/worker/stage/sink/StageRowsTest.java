package io.hamstring.worker.stage.sink;

import static io.hamstring.worker.stage.Records.batch;
import static io.hamstring.worker.stage.Records.read;
import static io.hamstring.worker.stage.StageSettings.processor;
import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.contract.StageType;
import io.hamstring.contract.names.MonitoringTopics;
import io.hamstring.contract.settings.WorkerSettings.Output;
import io.hamstring.recovery.processing.Batch;
import io.hamstring.recovery.processing.OutputRecord;
import io.hamstring.worker.stage.StageSettings;
import io.hamstring.worker.stage.format.Json;
import io.hamstring.worker.stage.monitoring.MonitoredProcessor;
import io.hamstring.worker.stage.monitoring.Telemetry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the stages tell of lines on their way, and that the sink takes all of it. */
class StageRowsTest {

  private static final String LINE =
      "{\"ts\":\"2018-03-24T17:15:20\",\"src_ip\":\"10.47.1.100\",\"domain_name\":\"%s\","
          + "\"record_type\":\"A\",\"status_code\":\"NXDOMAIN\",\"size\":\"7b\"}";

  private final Telemetry telemetry = new Telemetry(MonitoringTopics.all());
  private final List<OutputRecord> rows = new ArrayList<>();

  private Batch lines() {
    var lines =
        Stream.of("kq3v9z8x7wj2hf5d", "xmpqzrtvkwbnh", "u7d2k0q9f4w8z1", "wqjzkvxhpt", "q8x2w7k4n9")
            .map(label -> LINE.formatted(label + ".com"));
    return batch(Stream.concat(lines, Stream.of("nonsense")).toArray(String[]::new));
  }

  @Test
  void aLinesWholeWayIsInTheTables() throws Exception {
    telemetry.look(topic -> true);
    wholeWay();

    var counts =
        rows.stream()
            .collect(
                Collectors.groupingBy(OutputRecord::topic, TreeMap::new, Collectors.counting()));
    assertThat(counts.keySet()).containsExactlyElementsOf(MonitoringTopics.all());
    assertThat(counts)
        .containsEntry("clickhouse_server_logs", 6L)
        .containsEntry("clickhouse_server_logs_timestamps", 6L)
        .containsEntry("clickhouse_failed_loglines", 1L)
        .containsEntry("clickhouse_loglines", 5L)
        .containsEntry("clickhouse_server_log_to_logline", 5L)
        .containsEntry("clickhouse_alerts", 1L)
        // One that failed, and those that the alert names.
        .containsEntry("clickhouse_server_log_terminal_events", 6L);
    for (var row : rows) {
      var table = SinkTable.named(MonitoringTopics.tableOf(row.topic()).orElseThrow());
      var record = read(row.topic(), List.of(row)).records().get(0);
      assertThat(SinkRow.of(table.orElseThrow(), "an-id", record)).isNotNull();
      assertThat(row.sources()).hasSize(1);
    }
  }

  @Test
  void theBatchesFormATree() throws Exception {
    telemetry.look(topic -> true);
    wholeWay();

    var parents =
        rows.stream()
            .filter(row -> row.topic().equals("clickhouse_batch_tree"))
            .map(row -> Json.line(row.value()).orElseThrow())
            .collect(
                Collectors.toMap(
                    row -> row.path("batch_row_id").asText(),
                    row -> row.path("parent_batch_row_id").asText()));
    var roots = parents.values().stream().filter(String::isEmpty).count();
    assertThat(roots).isEqualTo(1);
    assertThat(parents.values()).allMatch(id -> id.isEmpty() || parents.containsKey(id));
  }

  @Test
  void aTopicThatIsNotThereOrOnceRefusedGetsNoRow() throws Exception {
    telemetry.look(topic -> topic.equals("clickhouse_alerts") || topic.contains("server_logs"));
    assertThat(telemetry.giveUpNamedIn("refused: clickhouse_server_logs")).isTrue();
    telemetry.look(topic -> topic.equals("clickhouse_alerts") || topic.contains("server_logs"));
    wholeWay();

    assertThat(rows)
        .extracting(OutputRecord::topic)
        .containsOnly("clickhouse_alerts", "clickhouse_server_logs_timestamps");
  }

  @Test
  void rowsOfABatchAreBoundedAndItsOutputsAreNot() throws Exception {
    telemetry.look(topic -> true);
    var many =
        batch(
            IntStream.range(0, 15_000)
                .mapToObj(i -> LINE.formatted("host" + i + ".com"))
                .toArray(String[]::new));
    var outputs = through(many, StageType.LOGSERVER, StageType.COLLECTOR, Map.of());

    assertThat(outputs.records()).hasSize(15_000);
    assertThat(rows).hasSizeBetween(5_000, 20_000);
    assertThat(rows.stream().mapToLong(OutputRecord::size).sum()).isLessThanOrEqualTo(8L << 20);
  }

  private void wholeWay() throws Exception {
    var collected = through(lines(), StageType.LOGSERVER, StageType.COLLECTOR, Map.of());
    var batches = through(collected, StageType.COLLECTOR, StageType.PREFILTER, Map.of());
    var relevance = Map.<String, Object>of("relevanceMethod", "check_dga_relevance");
    var filtered = through(batches, StageType.PREFILTER, StageType.INSPECTOR, relevance);
    var suspicious = through(filtered, StageType.INSPECTOR, StageType.DETECTOR, Map.of());
    var alerts = through(suspicious, StageType.DETECTOR, StageType.ALERTER, Map.of());
    through(alerts, StageType.ALERTER, StageType.CUSTOM, Map.of());
  }

  private Batch through(Batch batch, StageType type, StageType next, Map<String, Object> config)
      throws Exception {
    var stage =
        new MonitoredProcessor<>(
            processor(type, config, new Output("out", next)),
            type,
            "x",
            telemetry,
            StageSettings.CLOCK);
    var outputs = stage.process(batch, stage.initialState()).outputs();
    outputs.stream().filter(output -> !output.topic().equals("out")).forEach(rows::add);
    return read("out", outputs);
  }
}
