package io.hamstring.api.v1alpha1;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The custom resource definition as it is checked in: what the generator makes of the Java types,
 * and what the generator has no annotation for.
 */
final class FinishedCrd {

  static final Path GENERATED =
      Path.of("target/classes/META-INF/fabric8/hamstringpipelines.hamstring.io-v1.yml");
  static final Path CHECKED_IN = Path.of("hamstringpipelines.hamstring.io-v1.yml");

  private static final String HEADER =
      """
      # The HamstringPipeline API, made from the Java types in this module. Do not edit; after a
      # change of the types renew it with:
      #   ./mvnw -pl crds test -Dtest=CheckedInCrdTest -Dhamstring.renew=true
      """;

  /** Those of a schema's fields that are lists of free-form objects. */
  private static final List<String> FREE_LISTS =
      List.of(
          "imagePullSecrets",
          "env",
          "envFrom",
          "tolerations",
          "topologySpreadConstraints",
          "volumes",
          "volumeMounts");

  private static final List<String> COLUMNS =
      List.of("Ready", "Stages", "Workers", "Standby", "Lag", "Symptoms", "Age");

  private static final Map<String, String> CONDITION =
      Map.of(
          "type", "What the condition speaks of, such as Ready or GhostMember.",
          "status", "True, False, or Unknown, which means that there is no fresh evidence.",
          "reason", "Why, in a stable CamelCase word.",
          "message", "Which stage, pod and topic-partition, with figures, and what to do about it.",
          "lastTransitionTime", "When status last changed.",
          "observedGeneration", "Generation of the spec that the condition speaks of.");

  private static final ObjectMapper YAML =
      new ObjectMapper(
          YAMLFactory.builder()
              .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
              .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
              .disable(YAMLGenerator.Feature.SPLIT_LINES)
              .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
              .build());

  private FinishedCrd() {}

  /** The text that has to be checked in. */
  static String text() throws IOException {
    var crd = (ObjectNode) YAML.readTree(Files.readString(GENERATED));
    var version = (ObjectNode) crd.at("/spec/versions/0");
    version.set("additionalPrinterColumns", columnsInOrder(version));
    var schema = (ObjectNode) version.at("/schema/openAPIV3Schema");
    schema.put(
        "description",
        "A chain of Kafka consumers, each a fleet of workers, that works on every record exactly"
            + " once.");
    describe(schema.at("/properties/spec"), "What the pipeline is to be.");
    describe(schema.at("/properties/status"), "What the operator sees of the pipeline.");
    finishConditions(schema.at("/properties/status/properties/conditions"));
    keyedBy(schema.at("/properties/status/properties/stages"), "name");
    finishStages(schema.at("/properties/spec/properties/stages"));
    for (var free : List.of("consumerConfig", "producerConfig", "topics/properties/config")) {
      var node = (ObjectNode) schema.at("/properties/spec/properties/kafka/properties/" + free);
      node.put("type", "object");
    }
    wholeNumbers(crd);
    return HEADER + YAML.writeValueAsString(crd);
  }

  /** The checked-in definition. */
  static JsonNode checkedIn() throws IOException {
    return YAML.readTree(Files.readString(CHECKED_IN));
  }

  private static ArrayNode columnsInOrder(ObjectNode version) {
    var sorted = YAML.createArrayNode();
    for (var name : COLUMNS) {
      version
          .get("additionalPrinterColumns")
          .forEach(
              column -> {
                if (column.get("name").asText().equals(name)) {
                  if (column.path("priority").asInt() == 0) {
                    ((ObjectNode) column).remove("priority");
                  }
                  sorted.add(column);
                }
              });
    }
    return sorted;
  }

  private static void finishConditions(JsonNode conditions) {
    keyedBy(conditions, "type");
    var item = (ObjectNode) conditions.get("items");
    item.putArray("required").add("status").add("type");
    CONDITION.forEach((field, text) -> describe(item.at("/properties/" + field), text));
    ((ObjectNode) item.at("/properties/lastTransitionTime")).put("format", "date-time");
    ((ObjectNode) item.at("/properties/status"))
        .putArray("enum")
        .add("False")
        .add("True")
        .add("Unknown");
  }

  private static void finishStages(JsonNode stages) {
    keyedBy(stages, "name");
    var stage = stages.at("/items/properties");
    set(stage.at("/inputs/properties/stages"));
    set(stage.at("/inputs/properties/topics"));
    set(stage.at("/outputs/properties/topics"));
    ((ObjectNode) stage.get("config")).put("type", "object");
    ((ObjectNode) stage.at("/processor/properties/container")).put("type", "object");
    stage
        .at("/template/properties")
        .properties()
        .forEach(field -> finishFree(field.getKey(), (ObjectNode) field.getValue()));
  }

  private static void finishFree(String name, ObjectNode schema) {
    if (!schema.has("x-kubernetes-preserve-unknown-fields")) {
      return;
    }
    if (!FREE_LISTS.contains(name)) {
      schema.put("type", "object");
      return;
    }
    schema.remove("x-kubernetes-preserve-unknown-fields");
    schema.put("type", "array");
    schema.put("maxItems", 64);
    schema
        .putObject("items")
        .put("type", "object")
        .put("x-kubernetes-preserve-unknown-fields", true);
  }

  private static void describe(JsonNode schema, String text) {
    ((ObjectNode) schema).put("description", text);
  }

  /** Makes server-side apply merge a list by the key of its entries. */
  private static void keyedBy(JsonNode list, String key) {
    ((ObjectNode) list).put("x-kubernetes-list-type", "map");
    ((ObjectNode) list).putArray("x-kubernetes-list-map-keys").add(key);
  }

  private static void set(JsonNode list) {
    ((ObjectNode) list).put("x-kubernetes-list-type", "set");
  }

  /** Writes {@code 1.0E7} as {@code 10000000}. */
  private static void wholeNumbers(JsonNode node) {
    if (node instanceof ObjectNode object) {
      for (var bound : List.of("minimum", "maximum")) {
        if (object.path(bound).isNumber()) {
          object.set(bound, DecimalNode.valueOf(object.get(bound).decimalValue().setScale(0)));
        }
      }
    }
    node.forEach(FinishedCrd::wholeNumbers);
  }
}
