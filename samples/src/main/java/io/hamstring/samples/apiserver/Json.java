package io.hamstring.samples.apiserver;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.util.Collection;

/** JSON trees: how the API keeps objects. */
final class Json {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final ObjectMapper YAML = new YAMLMapper();

  private Json() {}

  static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  static ArrayNode array() {
    return JsonNodeFactory.instance.arrayNode();
  }

  static ArrayNode array(Collection<String> texts) {
    var array = array();
    texts.forEach(array::add);
    return array;
  }

  static JsonNode read(byte[] json) {
    try {
      return JSON.readTree(json);
    } catch (IOException e) {
      throw ApiException.badRequest("the body is no JSON: " + e.getMessage());
    }
  }

  /** Reads YAML, of which JSON is a part. */
  static JsonNode readYaml(byte[] yaml) {
    try {
      return YAML.readTree(yaml);
    } catch (IOException e) {
      throw ApiException.badRequest("the body is no YAML: " + e.getMessage());
    }
  }

  static byte[] write(JsonNode node) {
    try {
      return JSON.writeValueAsBytes(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree can always be written", e);
    }
  }

  static ObjectNode asObject(JsonNode node) {
    if (node instanceof ObjectNode object) {
      return object;
    }
    throw ApiException.badRequest("an object is needed, was " + node.getNodeType());
  }

  static ObjectNode metadata(ObjectNode object) {
    return object.withObject("/metadata");
  }

  static String name(JsonNode object) {
    return object.path("metadata").path("name").asText();
  }

  static String uid(JsonNode object) {
    return object.path("metadata").path("uid").asText();
  }

  static String namespace(JsonNode object) {
    return object.path("metadata").path("namespace").asText();
  }
}
