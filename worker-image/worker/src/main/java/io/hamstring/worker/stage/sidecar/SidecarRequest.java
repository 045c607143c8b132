package io.hamstring.worker.stage.sidecar;

import com.fasterxml.jackson.core.JsonGenerator;
import io.hamstring.recovery.processing.InputRecord;
import io.hamstring.recovery.processing.Partition;
import io.hamstring.worker.stage.format.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * Records on their way to a sidecar, already written. It is written record by record, so that its
 * size is known before a record too many is in it.
 */
final class SidecarRequest {

  private final Written head;
  private final List<InputRecord> records = new ArrayList<>();
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();

  private SidecarRequest(Written head) {
    this.head = head;
    body.writeBytes(head.bytes());
  }

  /**
   * A request without records.
   *
   * @param id nobody else's in this process; the answer repeats it
   */
  static SidecarRequest empty(
      String id, String stage, Partition partition, List<String> outputTopics) {
    var bytes =
        written(
            json -> {
              json.writeStartObject();
              json.writeStringField("requestId", id);
              json.writeStringField("stage", stage);
              json.writeStringField("topic", partition.topic());
              json.writeNumberField("partition", partition.number());
              json.writeArrayFieldStart("outputTopics");
              for (var topic : outputTopics) {
                json.writeString(topic);
              }
              json.writeEndArray();
              json.writeArrayFieldStart("records");
              json.flush();
            });
    return new SidecarRequest(new Written(id, bytes));
  }

  @SuppressWarnings("ArrayRecordComponent")
  private record Written(String id, byte[] bytes) {}

  /** A record as it stands in a request. */
  static byte[] written(InputRecord record, SidecarSettings.Values values) {
    return written(
        json -> {
          json.writeStartObject();
          json.writeStringField("id", record.id());
          json.writeNumberField("offset", record.offset());
          json.writeNumberField("timestamp", record.timestamp());
          text(json, "key", record.key());
          value(json, record.value(), values);
          json.writeArrayFieldStart("headers");
          for (var header : record.headers()) {
            json.writeStartObject();
            json.writeStringField("name", header.name());
            text(json, "value", header.value());
            json.writeEndObject();
          }
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  /** Bytes of the request with {@code record} added. */
  int sizeWith(byte[] record) {
    return body.size() + record.length + 3;
  }

  void add(InputRecord record, byte[] written) {
    if (!records.isEmpty()) {
      body.write(',');
    }
    body.writeBytes(written);
    records.add(record);
  }

  String id() {
    return head.id();
  }

  List<InputRecord> records() {
    return records;
  }

  /** The whole request. */
  byte[] bytes() {
    var whole = new ByteArrayOutputStream(body.size() + 2);
    whole.writeBytes(body.toByteArray());
    whole.write(']');
    whole.write('}');
    return whole.toByteArray();
  }

  private static void value(JsonGenerator json, byte[] value, SidecarSettings.Values values)
      throws IOException {
    var text =
        value == null || values == SidecarSettings.Values.BASE64
            ? Optional.<String>empty()
            : Json.documentText(value);
    if (value == null) {
      json.writeNullField("value");
    } else if (text.isPresent()) {
      json.writeFieldName("value");
      json.writeRawValue(text.get());
    } else {
      json.writeStringField("valueBase64", Base64.getEncoder().encodeToString(value));
    }
  }

  private static void text(JsonGenerator json, String name, byte[] bytes) throws IOException {
    if (bytes == null) {
      json.writeNullField(name);
      return;
    }
    try {
      json.writeStringField(
          name, StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException noText) {
      json.writeStringField(name + "Base64", Base64.getEncoder().encodeToString(bytes));
    }
  }

  private static byte[] written(Writing writing) {
    var out = new ByteArrayOutputStream();
    try {
      var json = Json.factory().createGenerator(out);
      // What is still open is ended by the caller.
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_JSON_CONTENT);
      writing.write(json);
      json.close();
    } catch (IOException impossible) {
      throw new UncheckedIOException("memory takes every byte", impossible);
    }
    return out.toByteArray();
  }

  private interface Writing {
    void write(JsonGenerator json) throws IOException;
  }
}
