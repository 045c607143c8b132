package io.hamstring.worker.stage.sink;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hamstring.contract.names.MonitoringTopics;
import io.hamstring.worker.stage.sink.SinkRow.BadRow;
import java.util.ArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class SinkRowTest {

  static Stream<String> tables() {
    return MonitoringTopics.tables().stream();
  }

  @Test
  void everyMonitoringTopicHasItsTable() {
    assertThat(Stream.of(SinkTable.values()).map(SinkTable::view))
        .containsExactlyElementsOf(MonitoringTopics.tables());
  }

  @ParameterizedTest
  @MethodSource("tables")
  void everyTableTakesWhatHamstringWrites(String table) throws Exception {
    assertThat(row(table, MonitoringRows.of(table)))
        .startsWith(
            "{\"topic_id\":\"an-id\",\"topic_partition\":3,\"topic_offset\":100,"
                + "\"written\":1748779200,");
  }

  @Test
  void aTimeIsKeptInSecondsAndInMicroseconds() throws Exception {
    assertThat(row("server_logs", MonitoringRows.serverLog("m")))
        .contains("\"timestamp_in\":1748779200,\"timestamp_in_us\":1748779200250000");
  }

  @Test
  void aTimeThatHamstringLosesIsThatOfItsRecord() throws Exception {
    assertThat(row("logline_to_batches", MonitoringRows.of("logline_to_batches")))
        .contains("\"timestamp\":1748779200,\"timestamp_us\":1748779200000000");
  }

  @Test
  void halfOfASurrogatePairCostsNoInsert() throws Exception {
    assertThat(row("server_logs", MonitoringRows.serverLog("\\ud83d and \\ud83d\\ude00 \\u0000")))
        .contains("\"? and \\ud83d\\ude00 \\u0000\"");
  }

  @Test
  void listsAndObjectsAreKeptAsTheirText() throws Exception {
    var alert =
        MonitoringRows.of("alerts")
            .replace("\"[\\\"a.b\\\"]\"", "[\"a.b\"]")
            .replace("\"{}\"", "{}");
    assertThat(row("alerts", alert)).contains("\"[\\\"a.b\\\"]\"", "\"result\":\"{}\"");
  }

  @ParameterizedTest(name = "{1}: {2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          server_logs      | nonsense                                             | it is no JSON object
          server_logs      | []                                                   | it is no JSON object
          server_logs      | {"message_id":"m"}                                   | message_text is missing
          server_logs      | {"message_id":"m","message_text":"t","timestamp_in":"today"} | timestamp_in is no time
          server_logs      | {"message_id":"m","message_text":"t","timestamp_in":"1969-01-01 00:00:00"} | timestamp_in is not between 1970 and 2106
          fill_levels      | {"stage":"x","entry_type":"y","entry_count":-1}      | entry_count is no whole number from 0
          fill_levels      | {"stage":"x","entry_type":"y","entry_count":1.5}     | entry_count is no whole number from 0
          fill_levels      | {"stage":"x","entry_type":"y","entry_count":1e99999} | entry_count is no whole number from 0
          fill_levels      | {"stage":"x","entry_type":"y","entry_count":"many"}  | entry_count is no number
          fill_levels      | {"stage":"x","entry_type":"y"}                       | entry_count is missing
          logline_timestamps | {"logline_id":"l","stage":"x","status":"s","is_active":2} | is_active is neither true nor false
          alerts           | {"src_ip":"i","suspicious_batch_id":"s","overall_score":1e999,"domain_names":"","result":""} | overall_score is no number that can be kept
          """)
  void aBadRowIsNamedForWhatIsWrong(String table, String value, String reason) {
    assertThatThrownBy(() -> row(table, value)).isInstanceOf(BadRow.class).hasMessage(reason);
  }

  @Test
  void aTombstoneIsNoRow() {
    assertThatThrownBy(() -> row("server_logs", null)).hasMessage("it has no value");
  }

  @Test
  void insertsAreCutBySizeAndByTheDaysTheyTouch() throws Exception {
    var values = Stream.generate(() -> MonitoringRows.serverLog("m")).limit(120);
    var batch =
        MonitoringRows.batchAt("server_logs", 0, 86_400_000L, values.toArray(String[]::new));
    var rows = new ArrayList<SinkRow>();
    for (var each : batch.records()) {
      rows.add(SinkRow.of(SinkTable.SERVER_LOGS, "an-id", each));
    }
    assertThat(Inserts.of(rows, 1_000))
        .extracting(insert -> insert.size())
        .containsExactly(50, 50, 20);
    assertThat(Inserts.of(rows, 45))
        .extracting(insert -> insert.size())
        .containsExactly(45, 45, 30);
    assertThat(new String(Inserts.body(rows.subList(0, 2)), UTF_8).lines()).hasSize(2);
  }

  private static String row(String table, String value) throws BadRow {
    var record = MonitoringRows.batch(table, value).records().get(0);
    return new String(
        SinkRow.of(SinkTable.named(table).orElseThrow(), "an-id", record).json(), UTF_8);
  }
}
