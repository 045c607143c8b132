package io.hamstring.worker.stage.detector;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.hamstring.worker.stage.format.Json;
import java.util.List;

/**
 * What a detector says of a client's batch, in HAMSTRING's format.
 *
 * @param warnings at least one
 * @param client the client's address
 * @param timestamp ISO 8601 without a zone
 * @param batchId of the suspicious batch
 * @param detector the detector's name
 */
public record Alert(
    List<Warning> warnings, String client, String timestamp, String batchId, String detector) {

  private static final int MOST_DOMAINS = 50;
  private static final int MOST_IDS = 100;

  /** The record's value. */
  byte[] value() {
    var alert = Json.object().put("overall_score", rounded(median()));
    var result = alert.putArray("result");
    warnings.forEach(warning -> result.add(warning.summary()));
    return Json.bytes(
        alert
            .put("src_ip", client)
            .put("alert_timestamp", timestamp)
            .put("suspicious_batch_id", batchId)
            .put("detector_name", detector));
  }

  private double median() {
    var scores = warnings.stream().mapToDouble(Warning::probability).sorted().toArray();
    int middle = scores.length / 2;
    return scores.length % 2 == 1 ? scores[middle] : (scores[middle - 1] + scores[middle]) / 2;
  }

  /** Six digits, which every version of Java writes alike. */
  private static double rounded(double probability) {
    return Math.round(probability * 1e6) / 1e6;
  }

  /**
   * A line, or a window of lines, that the model finds malicious.
   *
   * @param request the lines
   * @param model name of what found it
   * @param checksum of the model
   */
  public record Warning(List<JsonNode> request, double probability, String model, String checksum) {

    /** What the alert says of it. */
    JsonNode summary() {
      var summary = Json.object().put("probability", rounded(probability)).put("name", model);
      summary.put("sha256", checksum).put("request_count", request.size());
      texts(summary.putArray("domain_names"), "domain_name", MOST_DOMAINS);
      texts(summary.putArray("logline_ids"), "logline_id", MOST_IDS);
      texts(summary.putArray("server_message_ids"), "server_message_id", MOST_IDS);
      return summary;
    }

    private void texts(ArrayNode list, String field, int most) {
      request.stream()
          .flatMap(line -> Json.text(line, field).stream())
          .distinct()
          .limit(most)
          .forEach(list::add);
    }
  }
}
