package io.hamstring.worker.stage.monitoring;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hamstring.contract.names.MonitoringTopics;
import io.hamstring.recovery.processing.InputRecord;
import io.hamstring.recovery.processing.OutputRecord;
import io.hamstring.worker.stage.format.Json;
import io.hamstring.worker.stage.format.Timestamps;
import java.util.ArrayList;
import java.util.List;

/** The rows of one batch, bounded in number and size; what is beyond is left out and counted. */
final class Rows {

  /** Rows of a batch at most. */
  static final int MOST_ROWS = 20_000;

  /** Bytes of a batch's rows at most: half of what a transaction takes by default. */
  static final long MOST_BYTES = 8L << 20;

  /** Characters of a text at most, so that no row comes near Kafka's limit for a record. */
  static final int MOST_TEXT = 64 << 10;

  /** Rows are numbered behind whatever a stage writes of its own. */
  private static final int FIRST_ORDINAL = 1 << 24;

  private final Telemetry telemetry;
  private final String stage;
  private final String instance;
  private final long now;
  private final List<OutputRecord> outputs = new ArrayList<>();
  private long bytes;
  private int leftOut;

  /**
   * @param stage HAMSTRING's full name of the stage
   * @param now milliseconds since 1970
   */
  Rows(Telemetry telemetry, String stage, String instance, long now) {
    this.telemetry = telemetry;
    this.stage = stage;
    this.instance = instance;
    this.now = now;
  }

  /** A row, and the column that says when it was made. */
  ObjectNode row(String timeColumn) {
    return Json.object().put(timeColumn, Timestamps.textOfMillis(now));
  }

  /** The same with the stage and what became of something in it. */
  ObjectNode status(String status) {
    return row("timestamp").put("stage", stage).put("status", status);
  }

  /** The same with the instance. */
  ObjectNode instanceStatus(String status) {
    return status(status).put("instance_name", instance);
  }

  /** The same of something that is still on its way, or not. */
  ObjectNode activity(String status, boolean active) {
    return instanceStatus(status).put("is_active", active);
  }

  /** Adds a row of a table. */
  void add(String table, ObjectNode row, InputRecord source) {
    var topic = MonitoringTopics.of(table);
    if (!telemetry.isOpen(topic)) {
      return;
    }
    var value = Json.bytes(row);
    if (outputs.size() >= MOST_ROWS || bytes + value.length > MOST_BYTES) {
      leftOut++;
      return;
    }
    bytes += value.length;
    outputs.add(
        new OutputRecord(topic, null, value, List.of(), source, FIRST_ORDINAL + outputs.size()));
  }

  static String bounded(String text) {
    return text.length() <= MOST_TEXT ? text : text.substring(0, MOST_TEXT);
  }

  List<OutputRecord> outputs() {
    return outputs;
  }

  int leftOut() {
    return leftOut;
  }
}
