package io.hamstring.worker.stage.sidecar;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.hamstring.contract.records.AuditRecord.Disposition;
import io.hamstring.recovery.processing.Disposal;
import io.hamstring.recovery.processing.InputRecord;
import io.hamstring.recovery.processing.OutputRecord;
import io.hamstring.recovery.processing.RecordHeader;
import io.hamstring.recovery.processing.Result;
import io.hamstring.worker.stage.format.Json;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a sidecar made of the records of one request. Each record is the source of an output, or is
 * dropped, or is rejected, and no two of these: an answer that forgets one is refused.
 */
final class SidecarAnswer {

  /** Rules are metric labels, reasons are headers. */
  private static final int RULE_LENGTH = 100;

  private static final int REASON_LENGTH = 1_000;

  private enum End {
    OUTPUT,
    DROPPED,
    REJECTED
  }

  private final List<String> topics;
  private final Map<String, InputRecord> asked = new HashMap<>();
  private final Map<String, End> ends = new HashMap<>();
  private final Result.Builder result;

  private SidecarAnswer(SidecarRequest request, List<String> topics, Result.Builder result) {
    this.topics = topics;
    this.result = result;
    request.records().forEach(record -> asked.put(record.id(), record));
  }

  /** Adds what the answer says to {@code result}, which is of no use if it is nonsense. */
  static void addTo(
      Result.Builder result, byte[] answer, SidecarRequest request, List<String> topics)
      throws NonsenseAnswerException {
    var document =
        Json.document(answer)
            .filter(JsonNode::isObject)
            .orElseThrow(() -> new NonsenseAnswerException("it is no JSON object"));
    var id = Json.text(document, "requestId").orElse("none");
    if (!id.equals(request.id())) {
      throw new NonsenseAnswerException(
          "its requestId is " + id + ", that of the request is " + request.id());
    }
    new SidecarAnswer(request, topics, result).read(document);
  }

  private void read(JsonNode document) throws NonsenseAnswerException {
    for (var output : list(document, "outputs")) {
      output(output);
    }
    for (var drop : list(document, "drops")) {
      var rule = cut(required(drop, "rule", "a drop"), RULE_LENGTH);
      result.disposal(
          new Disposal(
              ended(required(drop, "id", "a drop"), End.DROPPED), Disposition.FILTERED, rule));
    }
    for (var rejection : list(document, "rejections")) {
      var reason = cut(required(rejection, "reason", "a rejection"), REASON_LENGTH);
      result.rejection(ended(required(rejection, "id", "a rejection"), End.REJECTED), reason);
    }
    for (var id : asked.keySet()) {
      if (!ends.containsKey(id)) {
        throw new NonsenseAnswerException(
            "it says nothing of record " + id + "; drop a record that ends here");
      }
    }
  }

  private void output(JsonNode output) throws NonsenseAnswerException {
    var sources = new TreeMap<Long, InputRecord>();
    for (var id : list(output, "sources")) {
      var source = ended(id.asText(), End.OUTPUT);
      sources.put(source.offset(), source);
    }
    if (sources.isEmpty()) {
      throw new NonsenseAnswerException("an output names no sources");
    }
    result.output(
        topic(output),
        text(output, "key"),
        value(output),
        headers(output),
        List.copyOf(sources.values()),
        OutputRecord.NO_LOOK_BACK);
  }

  private String topic(JsonNode output) throws NonsenseAnswerException {
    var topic = Json.text(output, "topic");
    if (topic.isEmpty() && topics.size() == 1) {
      return topics.get(0);
    }
    return topic
        .filter(topics::contains)
        .orElseThrow(
            () ->
                new NonsenseAnswerException(
                    topic.map(name -> "an output goes to " + name).orElse("an output has no topic")
                        + "; the stage's topics are "
                        + topics));
  }

  private InputRecord ended(String id, End end) throws NonsenseAnswerException {
    var record = asked.get(id);
    if (record == null) {
      throw new NonsenseAnswerException("it names record " + id + ", which was not asked for");
    }
    var before = ends.put(id, end);
    if (before != null && (before != end || end != End.OUTPUT)) {
      throw new NonsenseAnswerException("it ends record " + id + " twice");
    }
    return record;
  }

  private static List<RecordHeader> headers(JsonNode output) throws NonsenseAnswerException {
    var headers = new ArrayList<RecordHeader>();
    for (var header : list(output, "headers")) {
      headers.add(new RecordHeader(required(header, "name", "a header"), text(header, "value")));
    }
    return headers;
  }

  private static byte[] value(JsonNode output) throws NonsenseAnswerException {
    return output.hasNonNull("value")
        ? Json.bytes(output.get("value"))
        : base64(output, "valueBase64");
  }

  private static byte[] text(JsonNode node, String name) throws NonsenseAnswerException {
    if (!node.hasNonNull(name)) {
      return base64(node, name + "Base64");
    }
    if (!node.get(name).isTextual()) {
      throw new NonsenseAnswerException("a " + name + " is no text");
    }
    return node.get(name).textValue().getBytes(UTF_8);
  }

  private static byte[] base64(JsonNode node, String name) throws NonsenseAnswerException {
    if (!node.hasNonNull(name)) {
      return null;
    }
    try {
      return Base64.getDecoder().decode(node.get(name).asText());
    } catch (IllegalArgumentException none) {
      throw new NonsenseAnswerException("a " + name + " is no base64");
    }
  }

  private static Iterable<JsonNode> list(JsonNode node, String name)
      throws NonsenseAnswerException {
    if (!node.hasNonNull(name)) {
      return List.of();
    }
    if (!node.get(name).isArray()) {
      throw new NonsenseAnswerException(name + " is no list");
    }
    return node.get(name);
  }

  private static String required(JsonNode node, String name, String what)
      throws NonsenseAnswerException {
    return Json.text(node, name)
        .orElseThrow(() -> new NonsenseAnswerException(what + " has no text " + name));
  }

  private static String cut(String text, int length) {
    return text.length() <= length ? text : text.substring(0, length);
  }
}
