package io.hamstring.samples.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.function.Function;

/**
 * A column of the table that {@code kubectl get} prints.
 *
 * @param type {@code string}, {@code integer}, {@code number}, {@code boolean} or {@code date}
 * @param priority 0 shows always, more only in wide output
 * @param cell what an object has there
 */
record Column(
    String name, String type, String description, int priority, Function<JsonNode, String> cell) {

  static Column of(String name, String type, Function<JsonNode, String> cell) {
    return new Column(name, type, name, 0, cell);
  }

  /** A printer column as a CustomResourceDefinition writes it. */
  static Column ofDefinition(JsonNode definition) {
    var path = definition.path("jsonPath").asText();
    return new Column(
        definition.path("name").asText(),
        definition.path("type").asText("string"),
        definition.path("description").asText(""),
        definition.path("priority").asInt(0),
        object ->
            Optional.ofNullable(JsonPath.first(object, path)).map(JsonNode::asText).orElse(""));
  }
}
