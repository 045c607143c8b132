package io.hamstring.worker.stage.format;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * JSON as all stages read and write it: numbers keep their digits, and everything beyond ASCII is
 * written as lower-case escapes, as HAMSTRING's stages do. So a lone surrogate, which has no UTF-8,
 * is copied like any other character.
 */
public final class Json {

  /** Nesting of a log line; deeper ones are refused, so that a line inside a batch is never. */
  public static final int LINE_DEPTH = 100;

  private static final ObjectMapper LINES = mapper(LINE_DEPTH);
  private static final ObjectMapper DOCUMENTS = mapper(2 * LINE_DEPTH);

  private Json() {}

  /** The factory of streaming parsers and generators. */
  public static JsonFactory factory() {
    return LINES.getFactory();
  }

  /** An empty object. */
  public static ObjectNode object() {
    return LINES.createObjectNode();
  }

  /** A list of these. */
  public static ArrayNode list(List<JsonNode> items) {
    return LINES.createArrayNode().addAll(items);
  }

  /** The object that a log line is, if it is one and nothing follows it. */
  public static Optional<ObjectNode> line(byte[] text) {
    return read(() -> LINES.readTree(text)).filter(JsonNode::isObject).map(ObjectNode.class::cast);
  }

  /** The object, list or scalar that a log line inside a batch is, if it is JSON. */
  static Optional<JsonNode> line(String text) {
    return read(() -> LINES.readTree(text));
  }

  /** A whole document, such as a batch, if it is JSON. */
  public static Optional<JsonNode> document(byte[] text) {
    return read(() -> DOCUMENTS.readTree(text));
  }

  /**
   * The text of a document, as it stands, if it is one JSON value in UTF-8 other than {@code null}.
   */
  public static Optional<String> documentText(byte[] bytes) {
    try {
      var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return isOneValue(text) ? Optional.of(text) : Optional.empty();
    } catch (IOException notJson) {
      return Optional.empty();
    }
  }

  private static boolean isOneValue(String text) throws IOException {
    try (var parser = DOCUMENTS.getFactory().createParser(text)) {
      var first = parser.nextToken();
      if (first == null || first == JsonToken.VALUE_NULL) {
        return false;
      }
      parser.skipChildren();
      return parser.nextToken() == null;
    }
  }

  /** The text of a node, without spaces. */
  public static byte[] bytes(JsonNode node) {
    try {
      return LINES.writeValueAsBytes(node);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("a JSON tree cannot be written", e);
    }
  }

  /** The text of a node as a JSON string: quoted, and its quotes escaped. */
  public static byte[] quoted(JsonNode node) {
    try {
      return LINES.writeValueAsBytes(LINES.writeValueAsString(node));
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("a JSON tree cannot be written", e);
    }
  }

  /** A text member of an object, if there is one. */
  public static Optional<String> text(JsonNode object, String name) {
    var value = object.get(name);
    return value != null && value.isTextual() ? Optional.of(value.textValue()) : Optional.empty();
  }

  private static Optional<JsonNode> read(Reading reading) {
    try {
      return Optional.of(reading.read());
    } catch (IOException | NumberFormatException notJson) {
      // Jackson lets the second escape for a number with more exponent than anything can hold.
      return Optional.empty();
    }
  }

  private interface Reading {
    JsonNode read() throws IOException;
  }

  private static ObjectMapper mapper(int depth) {
    var factory =
        JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(depth).build())
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .disable(JsonWriteFeature.WRITE_HEX_UPPER_CASE)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .build();
    return JsonMapper.builder(factory)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
        .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
        .build();
  }
}
