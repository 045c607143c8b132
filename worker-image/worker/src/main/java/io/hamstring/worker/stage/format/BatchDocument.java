package io.hamstring.worker.stage.format;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * HAMSTRING's batch of log lines, the value of the records between collector and detector.
 *
 * @param rowId its place in the tree of batches
 * @param batchId stays the same from collector to inspector, and from there to the alert
 * @param begin ISO 8601 without a zone
 * @param end ISO 8601 without a zone
 * @param data log lines as objects; a window of lines as a list
 */
public record BatchDocument(
    String rowId, String batchId, String begin, String end, List<JsonNode> data) {

  /** More than the document is longer than its lines and their commas, in bytes. */
  public static final int ENVELOPE_BYTES = 400;

  private static final String ROW_ID = "batch_tree_row_id";
  private static final String BATCH_ID = "batch_id";
  private static final String BEGIN = "begin_timestamp";
  private static final String END = "end_timestamp";
  private static final String DATA = "data";

  /**
   * Reads a record's value.
   *
   * @param value may be null
   * @throws MalformedBatchException saying what is wrong, for a person
   */
  public static BatchDocument parse(byte[] value) throws MalformedBatchException {
    if (value == null) {
      throw new MalformedBatchException("a batch is a JSON object, this record has no value");
    }
    var document =
        Json.document(value)
            .orElseThrow(
                () -> new MalformedBatchException("a batch is a JSON object, this is no JSON"));
    if (!document.isObject()) {
      throw new MalformedBatchException("a batch is a JSON object, this is " + kind(document));
    }
    return new BatchDocument(
        required(document, ROW_ID),
        required(document, BATCH_ID),
        required(document, BEGIN),
        required(document, END),
        lines(document.get(DATA)));
  }

  /** The value with these lines, each the text of a JSON object, list or string. */
  public static byte[] encode(
      String rowId, String batchId, String begin, String end, List<byte[]> lines) {
    int size = ENVELOPE_BYTES + lines.size();
    for (var line : lines) {
      size += line.length;
    }
    var head = Json.object().put(ROW_ID, rowId).put(BATCH_ID, batchId).put(BEGIN, begin);
    var start = Json.bytes(head.put(END, end));
    var out = new ByteArrayOutputStream(size);
    out.write(start, 0, start.length - 1);
    out.writeBytes((",\"" + DATA + "\":[").getBytes(StandardCharsets.US_ASCII));
    for (int i = 0; i < lines.size(); i++) {
      if (i > 0) {
        out.write(',');
      }
      out.writeBytes(lines.get(i));
    }
    out.write(']');
    out.write('}');
    return out.toByteArray();
  }

  /** The value with this batch's ids and times, and other lines. */
  public byte[] encodedWith(String newRowId, List<JsonNode> lines) {
    return encode(newRowId, batchId, begin, end, lines.stream().map(Json::bytes).toList());
  }

  /** The lines, with the members of windows one by one. */
  public List<JsonNode> singleLines() {
    if (data.stream().allMatch(JsonNode::isObject)) {
      return data;
    }
    var lines = new ArrayList<JsonNode>();
    for (var item : data) {
      if (item.isArray()) {
        item.forEach(lines::add);
      } else {
        lines.add(item);
      }
    }
    return lines;
  }

  private static List<JsonNode> lines(JsonNode data) throws MalformedBatchException {
    if (data == null || data.isNull()) {
      return List.of();
    }
    if (!data.isArray()) {
      throw new MalformedBatchException("data of a batch is a list, this is " + kind(data));
    }
    var lines = new ArrayList<JsonNode>(data.size());
    for (int i = 0; i < data.size(); i++) {
      lines.add(line(data.get(i), i));
    }
    return lines;
  }

  private static JsonNode line(JsonNode item, int index) throws MalformedBatchException {
    var line = item.isTextual() ? Json.line(item.textValue()).orElse(null) : item;
    if (line == null) {
      throw new MalformedBatchException("data[" + index + "] of a batch is no JSON");
    }
    if (line.isObject() || (line.isArray() && allObjects((ArrayNode) line))) {
      return line;
    }
    throw new MalformedBatchException(
        "data[" + index + "] of a batch is a log line or a list of them, this is " + kind(line));
  }

  private static boolean allObjects(ArrayNode window) {
    for (var line : window) {
      if (!line.isObject()) {
        return false;
      }
    }
    return true;
  }

  private static String required(JsonNode document, String field) throws MalformedBatchException {
    return Json.text(document, field)
        .orElseThrow(
            () -> new MalformedBatchException("a batch names its " + field + " as a text"));
  }

  private static String kind(JsonNode node) {
    return "a JSON " + node.getNodeType().name().toLowerCase(Locale.ROOT);
  }
}
