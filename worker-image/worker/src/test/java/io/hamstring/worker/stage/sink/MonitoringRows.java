package io.hamstring.worker.stage.sink;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hamstring.contract.names.MonitoringTopics;
import io.hamstring.recovery.processing.Batch;
import io.hamstring.recovery.processing.InputRecord;
import io.hamstring.recovery.processing.Partition;
import io.hamstring.recovery.processing.RecordHeader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Records of the monitoring topics, as HAMSTRING writes them. */
public final class MonitoringRows {

  /** When the first record was written: 2025-06-01T12:00:00 UTC. */
  static final long START = 1_748_779_200_000L;

  private static final String TIME = "\"2025-06-01 12:00:00.250000\"";

  private static final Map<String, String> ROWS =
      Map.ofEntries(
          Map.entry(
              "alerts",
              "\"src_ip\":\"10.0.0.1\",\"suspicious_batch_id\":\"s\",\"alert_timestamp\":T,"
                  + "\"overall_score\":0.75,\"domain_names\":\"[\\\"a.b\\\"]\",\"result\":\"{}\""),
          Map.entry(
              "batch_timestamps",
              "\"batch_id\":\"b\",\"instance_name\":\"i\",\"stage\":\"x\",\"status\":\"waiting\","
                  + "\"timestamp\":T,\"is_active\":true,\"message_count\":7"),
          Map.entry(
              "batch_tree",
              "\"batch_row_id\":\"r\",\"batch_id\":\"b\",\"parent_batch_row_id\":\"\","
                  + "\"instance_name\":\"i\",\"stage\":\"x\",\"status\":\"waiting\",\"timestamp\":T"),
          Map.entry(
              "failed_loglines",
              "\"message_text\":\"m\",\"timestamp_in\":T,\"timestamp_failed\":T,"
                  + "\"reason_for_failure\":null"),
          Map.entry(
              "fill_levels",
              "\"timestamp\":T,\"stage\":\"x\",\"entry_type\":\"total_loglines\",\"entry_count\":3"),
          Map.entry(
              "logline_timestamps",
              "\"logline_id\":\"l\",\"stage\":\"x\",\"status\":\"finished\",\"timestamp\":T,"
                  + "\"is_active\":false"),
          Map.entry("logline_to_batches", "\"logline_id\":\"l\",\"batch_id\":\"b\""),
          Map.entry(
              "loglines",
              "\"logline_id\":\"l\",\"subnet_id\":\"10.0.0.0_24\",\"timestamp\":T,"
                  + "\"src_ip\":\"10.0.0.1\",\"additional_fields\":\"{}\""),
          Map.entry(
              "server_log_terminal_events",
              "\"message_id\":\"m\",\"stage\":\"x\",\"status\":\"failed\",\"timestamp\":T"),
          Map.entry("server_log_to_logline", "\"message_id\":\"m\",\"logline_id\":\"l\""),
          Map.entry(
              "server_logs", "\"message_id\":\"m\",\"timestamp_in\":T,\"message_text\":\"t\""),
          Map.entry(
              "server_logs_timestamps",
              "\"message_id\":\"m\",\"event\":\"timestamp_out\",\"event_timestamp\":T"),
          Map.entry(
              "suspicious_batch_timestamps",
              "\"suspicious_batch_id\":\"s\",\"src_ip\":\"10.0.0.1\",\"instance_name\":\"i\","
                  + "\"stage\":\"x\",\"status\":\"waiting\",\"timestamp\":T,\"is_active\":1,"
                  + "\"message_count\":2"),
          Map.entry(
              "suspicious_batches_to_batch", "\"suspicious_batch_id\":\"s\",\"batch_id\":\"b\""));

  private MonitoringRows() {}

  /** A good row of a table. */
  public static String of(String table) {
    return "{" + ROWS.get(table).replace(":T", ":" + TIME) + "}";
  }

  /** A row of {@code server_logs} with that message id. */
  public static String serverLog(String messageId) {
    return "{\"message_id\":\""
        + messageId
        + "\",\"timestamp_in\":"
        + TIME
        + ",\"message_text\":\"text of "
        + messageId
        + "\"}";
  }

  /** A batch of a table's topic, at offsets from 100 on, a millisecond apart. */
  static Batch batch(String table, String... values) {
    return batchAt(table, START, 1, values);
  }

  /** The same, with records written {@code apart} milliseconds from each other. */
  static Batch batchAt(String table, long start, long apart, String... values) {
    var partition = new Partition(MonitoringTopics.of(table), 3);
    var records = new ArrayList<InputRecord>();
    for (int i = 0; i < values.length; i++) {
      records.add(
          new Made(
              partition,
              100 + i,
              start + i * apart,
              values[i] == null ? null : values[i].getBytes(UTF_8)));
    }
    return new Batch(partition, records, "an-id");
  }

  @SuppressWarnings("ArrayRecordComponent")
  private record Made(Partition partition, long offset, long timestamp, byte[] value)
      implements InputRecord {

    @Override
    public byte[] key() {
      return null;
    }

    @Override
    public List<RecordHeader> headers() {
      return List.of();
    }

    @Override
    public byte[] header(String name) {
      return null;
    }

    @Override
    public int size() {
      return value == null ? 0 : value.length;
    }
  }
}
