package io.hamstring.worker.stage.detector;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.hamstring.contract.records.AuditRecord.Disposition;
import io.hamstring.recovery.processing.Disposal;
import io.hamstring.recovery.processing.InputRecord;
import io.hamstring.recovery.processing.Result;
import io.hamstring.worker.stage.detector.Alert.Warning;
import io.hamstring.worker.stage.format.BatchDocument;
import io.hamstring.worker.stage.format.Json;
import io.hamstring.worker.stage.format.OutputLimits;
import io.hamstring.worker.stage.format.Timestamps;
import io.hamstring.worker.stage.format.ZeekShape;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Where a detector's findings go, in as many records as the limits of one ask for.
 *
 * @param detector the detector's name
 * @param limits of one alert, and of one batch; {@code maxEvents} counts findings
 * @param alertTopics get an alert for each batch with a finding
 * @param detectorTopics get a batch of what was found
 */
public record DetectorOutputs(
    String detector, OutputLimits limits, List<String> alertTopics, List<String> detectorTopics) {

  private static final String BELOW_THRESHOLD = "below threshold";

  public DetectorOutputs {
    alertTopics = List.copyOf(alertTopics);
    detectorTopics = List.copyOf(detectorTopics);
  }

  /**
   * Adds what a record's batch came to.
   *
   * @param request what the detectors after this one get of a finding
   */
  public void add(
      InputRecord record,
      BatchDocument document,
      List<Warning> warnings,
      Function<Warning, JsonNode> request,
      Result.Builder result) {
    if (warnings.isEmpty()) {
      result.disposal(new Disposal(record, Disposition.FILTERED, BELOW_THRESHOLD));
      return;
    }
    var client = client(record, document);
    var key = client.getBytes(UTF_8);
    if (!alertTopics.isEmpty()) {
      var timestamp = Timestamps.textOfMillis(record.timestamp());
      for (var part : parts(warnings, Warning::summary)) {
        var alert = new Alert(part, client, timestamp, document.batchId(), detector).value();
        alertTopics.forEach(topic -> result.output(topic, key, alert, record));
      }
    }
    if (!detectorTopics.isEmpty()) {
      for (var part : parts(warnings, request)) {
        var value = document.encodedWith(document.rowId(), part.stream().map(request).toList());
        detectorTopics.forEach(topic -> result.output(topic, key, value, record));
      }
    }
  }

  private List<List<Warning>> parts(List<Warning> warnings, Function<Warning, JsonNode> written) {
    var parts = new ArrayList<List<Warning>>();
    long size = 0;
    for (var warning : warnings) {
      int bytes = Json.bytes(written.apply(warning)).length + 1;
      var last = parts.isEmpty() ? null : parts.get(parts.size() - 1);
      if (last == null || last.size() == limits.maxEvents() || size + bytes > limits.maxBytes()) {
        last = new ArrayList<>();
        parts.add(last);
        size = BatchDocument.ENVELOPE_BYTES;
      }
      last.add(warning);
      size += bytes;
    }
    return parts;
  }

  /** The client that a batch is about: whom its first line names, or else the record's key. */
  public static String client(InputRecord record, BatchDocument document) {
    return document.singleLines().stream()
        .flatMap(line -> Json.text(line, ZeekShape.SRC_IP).stream())
        .findFirst()
        .orElseGet(() -> record.key() == null ? "" : new String(record.key(), UTF_8));
  }
}
