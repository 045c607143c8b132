package io.hamstring.worker.stage.detector;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.hamstring.contract.records.AuditRecord.Disposition;
import io.hamstring.recovery.processing.Batch;
import io.hamstring.recovery.processing.Disposal;
import io.hamstring.recovery.processing.InputRecord;
import io.hamstring.recovery.processing.Result;
import io.hamstring.recovery.processing.StageProcessor;
import io.hamstring.worker.stage.detector.Alert.Warning;
import io.hamstring.worker.stage.format.BatchDocument;
import io.hamstring.worker.stage.format.Json;
import io.hamstring.worker.stage.format.MalformedBatchException;
import io.hamstring.worker.stage.format.Timestamps;
import io.hamstring.worker.stage.format.ZeekShape;
import java.util.ArrayList;
import java.util.List;

/**
 * The detector of generated domain names: one alert for each batch of a client in which the model
 * finds a malicious name; the lines with such names go to the detectors after it.
 */
public final class DetectorProcessor implements StageProcessor<Void> {

  private static final String BELOW_THRESHOLD = "below threshold";

  private final String name;
  private final DomainScorer scorer;
  private final double threshold;
  private final List<String> alertTopics;
  private final List<String> detectorTopics;

  /** Writes alerts to {@code alertTopics} and batches to {@code detectorTopics}. */
  public DetectorProcessor(
      String name,
      DomainScorer scorer,
      double threshold,
      List<String> alertTopics,
      List<String> detectorTopics) {
    this.name = name;
    this.scorer = scorer;
    this.threshold = threshold;
    this.alertTopics = List.copyOf(alertTopics);
    this.detectorTopics = List.copyOf(detectorTopics);
  }

  @Override
  public Result<Void> process(Batch batch, Void state) {
    var result = new Result.Builder();
    for (var record : batch.records()) {
      try {
        detect(record, BatchDocument.parse(record.value()), result);
      } catch (MalformedBatchException malformed) {
        result.rejection(record, malformed.getMessage());
      }
    }
    return result.build();
  }

  private void detect(InputRecord record, BatchDocument document, Result.Builder result) {
    var lines = document.singleLines();
    var warnings = warnings(lines);
    if (warnings.isEmpty()) {
      result.disposal(new Disposal(record, Disposition.FILTERED, BELOW_THRESHOLD));
      return;
    }
    var client = client(record, lines);
    var key = client.getBytes(UTF_8);
    if (!alertTopics.isEmpty()) {
      var timestamp = Timestamps.textOfMillis(record.timestamp());
      var alert = new Alert(warnings, client, timestamp, document.batchId(), name).value();
      alertTopics.forEach(topic -> result.output(topic, key, alert, record));
    }
    if (!detectorTopics.isEmpty()) {
      var requests = warnings.stream().flatMap(warning -> warning.request().stream()).toList();
      var value = document.encodedWith(document.rowId(), requests);
      detectorTopics.forEach(topic -> result.output(topic, key, value, record));
    }
  }

  private List<Warning> warnings(List<JsonNode> lines) {
    var warnings = new ArrayList<Warning>();
    for (var line : lines) {
      double probability = Json.text(line, "domain_name").map(scorer::probability).orElse(0.0);
      if (probability > threshold) {
        warnings.add(new Warning(List.of(line), probability, name, scorer.checksum()));
      }
    }
    return warnings;
  }

  private static String client(InputRecord record, List<JsonNode> lines) {
    return lines.stream()
        .flatMap(line -> Json.text(line, ZeekShape.SRC_IP).stream())
        .findFirst()
        .orElseGet(() -> record.key() == null ? "" : new String(record.key(), UTF_8));
  }
}
