package io.hamstring.worker.stage.monitoring;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hamstring.contract.StageType;
import io.hamstring.contract.records.AuditRecord.Disposition;
import io.hamstring.recovery.processing.Batch;
import io.hamstring.recovery.processing.InputRecord;
import io.hamstring.recovery.processing.OutputRecord;
import io.hamstring.recovery.processing.Result;
import io.hamstring.worker.stage.format.BatchDocument;
import io.hamstring.worker.stage.format.Json;
import io.hamstring.worker.stage.format.MalformedBatchException;
import io.hamstring.worker.stage.format.MessageId;
import io.hamstring.worker.stage.format.Timestamps;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a stage tells of a batch in HAMSTRING's tables, from what went in and what came out. */
final class StageRows {

  private static final List<String> OF_THEIR_OWN = List.of("ts", "src_ip", "logline_id");

  private final Rows rows;
  private final Batch batch;
  private final Result<?> result;

  StageRows(Rows rows, Batch batch, Result<?> result) {
    this.rows = rows;
    this.batch = batch;
    this.result = result;
  }

  /** Whether stages of a type tell anything. */
  static boolean areToldBy(StageType type) {
    return type != StageType.CUSTOM && type != StageType.MONITORING;
  }

  void add(StageType type) throws MalformedBatchException {
    switch (type) {
      case LOGSERVER -> logserver();
      case COLLECTOR -> collector();
      case PREFILTER -> prefilter();
      case INSPECTOR -> inspector();
      case DETECTOR -> detector();
      case ALERTER -> alerter();
      case CUSTOM, MONITORING -> {}
    }
  }

  private void logserver() {
    for (var output : once()) {
      var source = output.source();
      var id = header(output, MessageId.HEADER);
      rows.add(
          "server_logs",
          Json.object()
              .put("message_id", id)
              .put("timestamp_in", Timestamps.textOfMillis(source.timestamp()))
              .put("message_text", text(output.value())),
          source);
      rows.add(
          "server_logs_timestamps",
          rows.row("event_timestamp").put("message_id", id).put("event", "timestamp_out"),
          source);
    }
  }

  private void collector() throws MalformedBatchException {
    for (var disposal : result.disposals()) {
      if (disposal.disposition() == Disposition.INVALID) {
        invalid(disposal.record(), disposal.rule());
      }
    }
    for (var output : once()) {
      var made = BatchDocument.parse(output.value());
      var source = output.source();
      // What a batch repeats stands in front, a line for each record that was looked back at.
      var fresh =
          made.data()
              .subList(Math.min(output.lookBack().length, made.data().size()), made.data().size());
      for (var line : fresh) {
        collected(line, text(output.key()), made.batchId(), source);
      }
      batchTimestamp(made.batchId(), "completed", true, made.data().size(), source);
      tree(made, "", "completed", source);
      rows.add(
          "fill_levels",
          rows.status("completed")
              .put("entry_type", "total_loglines_in_batches")
              .put("entry_count", fresh.size()),
          source);
    }
  }

  private void invalid(InputRecord record, String rule) {
    rows.add(
        "failed_loglines",
        rows.row("timestamp_failed")
            .put("message_text", text(record.value()))
            .put("timestamp_in", Timestamps.textOfMillis(record.timestamp()))
            .put("reason_for_failure", rule),
        record);
    MessageId.of(record).ifPresent(id -> terminal(id, "failed", record));
  }

  private void terminal(String messageId, String status, InputRecord source) {
    rows.add(
        "server_log_terminal_events", rows.status(status).put("message_id", messageId), source);
  }

  private void collected(JsonNode line, String subnet, String batchId, InputRecord source) {
    var id = line.path("logline_id").asText();
    var rest = ((ObjectNode) line).deepCopy();
    rest.remove(OF_THEIR_OWN);
    rows.add(
        "loglines",
        Json.object()
            .put("logline_id", id)
            .put("subnet_id", subnet)
            .put("timestamp", line.path("ts").asText())
            .put("src_ip", line.path("src_ip").asText())
            .put("additional_fields", Rows.bounded(rest.toString())),
        source);
    Json.text(line, "server_message_id")
        .ifPresent(
            message ->
                rows.add(
                    "server_log_to_logline",
                    rows.row("timestamp").put("message_id", message).put("logline_id", id),
                    source));
    rows.add(
        "logline_to_batches",
        rows.row("timestamp").put("logline_id", id).put("batch_id", batchId),
        source);
    loglineTimestamp(id, "batched", true, source);
  }

  private void loglineTimestamp(String id, String status, boolean active, InputRecord source) {
    rows.add(
        "logline_timestamps",
        rows.status(status).put("logline_id", id).put("is_active", active),
        source);
  }

  private void prefilter() throws MalformedBatchException {
    var kept = bySource();
    for (var record : worked()) {
      var in = BatchDocument.parse(record.value());
      var outputs = kept.getOrDefault(record.offset(), List.of());
      if (outputs.isEmpty()) {
        batchTimestamp(in.batchId(), "filtered_out", false, 0, record);
        in.singleLines().forEach(line -> filteredOut(line, record));
        continue;
      }
      var out = BatchDocument.parse(outputs.get(0).value());
      batchTimestamp(in.batchId(), "finished", true, out.data().size(), record);
      tree(out, in.rowId(), "finished", record);
      var remaining = new HashSet<String>();
      out.singleLines().forEach(line -> remaining.add(line.path("logline_id").asText()));
      in.singleLines().stream()
          .filter(line -> !remaining.contains(line.path("logline_id").asText()))
          .forEach(line -> filteredOut(line, record));
    }
  }

  private void filteredOut(JsonNode line, InputRecord record) {
    loglineTimestamp(line.path("logline_id").asText(), "filtered_out", false, record);
  }

  private void inspector() throws MalformedBatchException {
    var found = bySource();
    for (var record : worked()) {
      var in = BatchDocument.parse(record.value());
      var outputs = found.getOrDefault(record.offset(), List.of());
      boolean suspicious = !outputs.isEmpty();
      batchTimestamp(
          in.batchId(),
          suspicious ? "finished" : "filtered_out",
          suspicious,
          in.data().size(),
          record);
      for (var output : outputs) {
        var out = BatchDocument.parse(output.value());
        rows.add(
            "suspicious_batches_to_batch",
            rows.row("timestamp")
                .put("suspicious_batch_id", out.batchId())
                .put("batch_id", in.batchId()),
            record);
        suspicious(out.batchId(), text(output.key()), "waiting", true, out.data().size(), record);
        tree(out, in.rowId(), "finished", record);
      }
    }
  }

  private void detector() throws MalformedBatchException {
    var found = bySource();
    for (var record : worked()) {
      var in = BatchDocument.parse(record.value());
      var outputs = found.getOrDefault(record.offset(), List.of());
      suspicious(
          in.batchId(),
          text(record.key()),
          outputs.isEmpty() ? "filtered_out" : "finished",
          !outputs.isEmpty(),
          in.data().size(),
          record);
      for (var output : outputs) {
        Json.line(output.value())
            .filter(alert -> alert.has("overall_score"))
            .ifPresent(alert -> alert(alert, record));
      }
    }
  }

  private void alert(JsonNode alert, InputRecord record) {
    var domains = Json.object().arrayNode();
    alert.path("result").forEach(warning -> warning.path("domain_names").forEach(domains::add));
    rows.add(
        "alerts",
        Json.object()
            .put("src_ip", alert.path("src_ip").asText())
            .put("suspicious_batch_id", alert.path("suspicious_batch_id").asText())
            .put("alert_timestamp", alert.path("alert_timestamp").asText())
            .put("overall_score", alert.path("overall_score").asDouble())
            .put("domain_names", Rows.bounded(domains.toString()))
            .put("result", Rows.bounded(alert.path("result").toString())),
        record);
  }

  private void alerter() {
    for (var record : worked()) {
      Json.line(record.value())
          .ifPresent(
              alert ->
                  alert
                      .path("result")
                      .forEach(
                          warning ->
                              warning
                                  .path("server_message_ids")
                                  .forEach(id -> terminal(id.asText(), "processed", record))));
    }
  }

  private void batchTimestamp(
      String batchId, String status, boolean active, int messages, InputRecord source) {
    rows.add(
        "batch_timestamps",
        rows.activity(status, active).put("batch_id", batchId).put("message_count", messages),
        source);
  }

  private void suspicious(
      String id, String client, String status, boolean active, int messages, InputRecord source) {
    rows.add(
        "suspicious_batch_timestamps",
        rows.activity(status, active)
            .put("suspicious_batch_id", id)
            .put("src_ip", client)
            .put("message_count", messages),
        source);
  }

  private void tree(BatchDocument made, String parent, String status, InputRecord source) {
    rows.add(
        "batch_tree",
        rows.instanceStatus(status)
            .put("batch_row_id", made.rowId())
            .put("batch_id", made.batchId())
            .put("parent_batch_row_id", parent),
        source);
  }

  /** The outputs to one topic: every reader gets the same. */
  private List<OutputRecord> once() {
    return result.outputs().stream()
        .filter(output -> output.topic().equals(result.outputs().get(0).topic()))
        .toList();
  }

  private Map<Long, List<OutputRecord>> bySource() {
    var topics = new LinkedHashMap<String, Map<Long, List<OutputRecord>>>();
    for (var output : result.outputs()) {
      topics
          .computeIfAbsent(output.topic(), any -> new HashMap<>())
          .computeIfAbsent(output.source().offset(), any -> new ArrayList<>())
          .add(output);
    }
    return topics.isEmpty() ? Map.of() : topics.values().iterator().next();
  }

  /** The records of the batch that were not rejected. */
  private List<? extends InputRecord> worked() {
    var rejected = new HashSet<InputRecord>();
    result.rejections().forEach(rejection -> rejected.add(rejection.record()));
    return batch.records().stream().filter(record -> !rejected.contains(record)).toList();
  }

  private static String header(OutputRecord output, String name) {
    return output.headers().stream()
        .filter(header -> header.name().equals(name))
        .map(header -> text(header.value()))
        .findFirst()
        .orElse("");
  }

  private static String text(byte[] bytes) {
    return bytes == null ? "" : new String(bytes, 0, Math.min(bytes.length, Rows.MOST_TEXT), UTF_8);
  }
}
