package io.hamstring.contract.names;

import java.util.List;
import java.util.Optional;

/** HAMSTRING's monitoring topics: one per table of its monitoring database, named for it. */
public final class MonitoringTopics {

  private static final String PREFIX = "clickhouse_";

  private static final List<String> TABLES =
      List.of(
          "alerts",
          "batch_timestamps",
          "batch_tree",
          "failed_loglines",
          "fill_levels",
          "logline_timestamps",
          "logline_to_batches",
          "loglines",
          "server_log_terminal_events",
          "server_log_to_logline",
          "server_logs",
          "server_logs_timestamps",
          "suspicious_batch_timestamps",
          "suspicious_batches_to_batch");

  private MonitoringTopics() {}

  /** The tables, by name. */
  public static List<String> tables() {
    return TABLES;
  }

  /** All topics, by name. */
  public static List<String> all() {
    return TABLES.stream().map(MonitoringTopics::of).toList();
  }

  /** The topic of a table's rows, such as {@code clickhouse_alerts}. */
  public static String of(String table) {
    return PREFIX + table;
  }

  /** The table whose rows a topic carries, if it is one of these topics. */
  public static Optional<String> tableOf(String topic) {
    return TABLES.stream().filter(table -> of(table).equals(topic)).findFirst();
  }
}
