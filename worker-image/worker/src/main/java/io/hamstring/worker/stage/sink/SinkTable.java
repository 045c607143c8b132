package io.hamstring.worker.stage.sink;

import static io.hamstring.worker.stage.sink.ColumnType.COUNT;
import static io.hamstring.worker.stage.sink.ColumnType.FLAG;
import static io.hamstring.worker.stage.sink.ColumnType.OPTIONAL_TEXT;
import static io.hamstring.worker.stage.sink.ColumnType.REAL;
import static io.hamstring.worker.stage.sink.ColumnType.TEXT;
import static io.hamstring.worker.stage.sink.ColumnType.TIME;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The monitoring tables with HAMSTRING's columns. */
enum SinkTable {
  ALERTS(
      Keep.ALERTS_HOURS,
      column("src_ip", TEXT),
      column("suspicious_batch_id", TEXT),
      column("alert_timestamp", TIME),
      column("overall_score", REAL),
      column("domain_names", TEXT),
      column("result", TEXT)),
  BATCH_TIMESTAMPS(
      Keep.HOURS,
      column("batch_id", TEXT),
      column("instance_name", TEXT),
      column("stage", TEXT),
      column("status", TEXT),
      column("timestamp", TIME),
      column("is_active", FLAG),
      column("message_count", COUNT)),
  BATCH_TREE(
      Keep.HOURS,
      column("batch_row_id", TEXT),
      column("batch_id", TEXT),
      column("parent_batch_row_id", TEXT),
      column("instance_name", TEXT),
      column("stage", TEXT),
      column("status", TEXT),
      column("timestamp", TIME)),
  FAILED_LOGLINES(
      Keep.HOURS,
      column("message_text", TEXT),
      column("timestamp_in", TIME),
      column("timestamp_failed", TIME),
      column("reason_for_failure", OPTIONAL_TEXT)),
  FILL_LEVELS(
      Keep.HOURS,
      column("timestamp", TIME),
      column("stage", TEXT),
      column("entry_type", TEXT),
      column("entry_count", COUNT)),
  LOGLINE_TIMESTAMPS(
      Keep.HOURS,
      column("logline_id", TEXT),
      column("stage", TEXT),
      column("status", TEXT),
      column("timestamp", TIME),
      column("is_active", FLAG)),
  LOGLINE_TO_BATCHES(
      Keep.HOURS, column("logline_id", TEXT), column("batch_id", TEXT), column("timestamp", TIME)),
  LOGLINES(
      Keep.HOURS,
      column("logline_id", TEXT),
      column("subnet_id", TEXT),
      column("timestamp", TIME),
      column("src_ip", TEXT),
      column("additional_fields", OPTIONAL_TEXT)),
  SERVER_LOG_TERMINAL_EVENTS(
      Keep.HOURS,
      column("message_id", TEXT),
      column("stage", TEXT),
      column("status", TEXT),
      column("timestamp", TIME)),
  SERVER_LOG_TO_LOGLINE(
      Keep.HOURS,
      column("message_id", TEXT),
      column("logline_id", TEXT),
      column("timestamp", TIME)),
  SERVER_LOGS(
      Keep.HOURS,
      column("message_id", TEXT),
      column("timestamp_in", TIME),
      column("message_text", TEXT)),
  SERVER_LOGS_TIMESTAMPS(
      Keep.HOURS,
      column("message_id", TEXT),
      column("event", TEXT),
      column("event_timestamp", TIME)),
  SUSPICIOUS_BATCH_TIMESTAMPS(
      Keep.HOURS,
      column("suspicious_batch_id", TEXT),
      column("src_ip", TEXT),
      column("instance_name", TEXT),
      column("stage", TEXT),
      column("status", TEXT),
      column("timestamp", TIME),
      column("is_active", FLAG),
      column("message_count", COUNT)),
  SUSPICIOUS_BATCHES_TO_BATCH(
      Keep.HOURS,
      column("suspicious_batch_id", TEXT),
      column("batch_id", TEXT),
      column("timestamp", TIME));

  private final int keptHours;
  private final List<Column> columns;

  SinkTable(int keptHours, Column... columns) {
    this.keptHours = keptHours;
    this.columns = List.of(columns);
  }

  /** A column that a row's record gives. */
  record Column(String name, ColumnType type) {

    /** The names under which it is kept: one, or two for a point in time. */
    Stream<String> names() {
      return type == TIME ? Stream.of(name, micros()) : Stream.of(name);
    }

    /** The name of its microseconds. */
    String micros() {
      return name + "_us";
    }

    /** Its definitions. */
    Stream<String> definitions() {
      return type == TIME
          ? Stream.of(name + " " + type.sql(), micros() + " Int64")
          : Stream.of(name + " " + type.sql());
    }
  }

  /** How long HAMSTRING keeps rows, since its storage was cut in 2026. */
  private static final class Keep {
    static final int HOURS = 6;
    static final int ALERTS_HOURS = 30 * 24;
  }

  private static Column column(String name, ColumnType type) {
    return new Column(name, type);
  }

  /** The view under HAMSTRING's name: every row once. */
  String view() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The table that rows are written to; a row that was written twice may stand in it twice. */
  String rows() {
    return view() + "_rows";
  }

  List<Column> columns() {
    return columns;
  }

  /** How long a row is kept, in hours since its record was written. */
  int keptHours() {
    return keptHours;
  }

  /** The table of that name, if there is one. */
  static Optional<SinkTable> named(String name) {
    return Stream.of(values()).filter(table -> table.view().equals(name)).findFirst();
  }
}
