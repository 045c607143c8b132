package io.hamstring.api.v1alpha1;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The checked-in definition reads like documentation and leaves nothing unbounded. */
class CrdSchemaTest {

  /** Written by the operator alone, so without bounds. */
  private static final String STATUS = "/status";

  private final JsonNode crd = FinishedCrd.checkedIn();
  private final JsonNode version = crd.at("/spec/versions/0");
  private final JsonNode root = version.at("/schema/openAPIV3Schema");

  CrdSchemaTest() throws IOException {}

  @Test
  void theResourceIsNamedAsPeopleTypeIt() {
    var names = crd.at("/spec/names");

    assertThat(crd.at("/spec/group").asText()).isEqualTo("hamstring.io");
    assertThat(crd.at("/spec/scope").asText()).isEqualTo("Namespaced");
    assertThat(version.get("name").asText()).isEqualTo("v1alpha1");
    assertThat(names.at("/shortNames/0").asText()).isEqualTo("hpl");
    assertThat(names.at("/categories/0").asText()).isEqualTo("all");
    assertThat(version.at("/subresources").has("status")).isTrue();
  }

  @Test
  void theColumnsAreInReadingOrder() {
    assertThat(version.get("additionalPrinterColumns"))
        .extracting(column -> column.get("name").asText())
        .containsExactly("Ready", "Stages", "Workers", "Standby", "Lag", "Symptoms", "Age");
  }

  @Test
  void everyFieldIsDescribedByASentence() {
    var silent = new ArrayList<String>();

    eachField(
        (path, schema) -> {
          if (!schema.path("description").asText().matches("(?s)[\\p{Lu}A-Z].*\\.")) {
            silent.add(path);
          }
        });

    assertThat(silent).isEmpty();
  }

  @Test
  void everyTextNumberListAndMapOfTheSpecIsBounded() {
    var unbounded = new ArrayList<String>();

    eachField(
        (path, schema) -> {
          var bounds =
              switch (schema.path("type").asText()) {
                case "string" -> schema.has("enum") ? List.<String>of() : List.of("maxLength");
                case "integer" -> List.of("minimum", "maximum");
                case "array" -> List.of("maxItems");
                case "object" ->
                    schema.has("additionalProperties")
                        ? List.of("maxProperties")
                        : List.<String>of();
                default -> List.<String>of();
              };
          if (!path.startsWith(STATUS) && !bounds.stream().allMatch(schema::has)) {
            unbounded.add(path);
          }
        });

    assertThat(unbounded).isEmpty();
  }

  /** An API server refuses a definition with a node that is neither typed nor free. */
  @Test
  void everyNodeHasATypeOrIsFree() {
    var untyped = new ArrayList<String>();

    eachField(
        (path, schema) -> {
          if (!schema.has("type")
              && !schema.path("x-kubernetes-preserve-unknown-fields").asBoolean()) {
            untyped.add(path);
          }
        });

    assertThat(untyped).isEmpty();
  }

  /** An API server refuses a default that does not fit its own schema. */
  @Test
  void everyDefaultFitsItsType() {
    var odd = new ArrayList<String>();

    eachField(
        (path, schema) -> {
          var value = schema.get("default");
          if (value != null && !fits(value, schema)) {
            odd.add(path);
          }
        });

    assertThat(odd).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          suspend, false
          kafka/groupProtocol, consumer
          kafka/autoOffsetReset, earliest
          kafka/topics/create, true
          kafka/topics/partitions, 6
          kafka/topics/replicationFactor, 3
          timeouts/maxPollInterval, 5m
          timeouts/session, 45s
          timeouts/transaction, 30s
          timeouts/transactionApi, 15s
          timeouts/message, 20s
          timeouts/commitRetry, 30s
          timeouts/shutdown, 30s
          batch/size, 50
          batch/timeout, 50ms
          batch/groupCommit/maxRecords, 150000
          batch/groupCommit/maxBytes, 16Mi
          batch/groupCommit/maxDelay, 100ms
          stages/standby, 0
          stages/concurrency, 1
          stages/autoscaling/minReplicas, 1
          stages/autoscaling/targetDrain, 60s
          stages/onPoison/maxAttempts, 3
          stages/onPoison/then, stop
          monitoring/clickhouse/batchSize, 50
          monitoring/clickhouse/kafkaBatchSize, 500
          alerts/membershipLoss/count, 3
          alerts/membershipLoss/window, 10m
          alerts/outputSilence, 5m
          alerts/lagGrowthWindow, 5m
          alerts/hangingTransaction, 15m
          guard/enabled, true
          guard/unresponsiveAfter, 10s
          guard/lostNodes, false
          audit/recordIds, false
          """)
  void defaultsAreThoseOfTheDesign(String field, String value) {
    assertThat(field(field).get("default").asText()).isEqualTo(value);
  }

  /** Whoever else owns the number of workers would have it taken away by a default. */
  @Test
  void replicasHaveNoDefault() {
    assertThat(field("stages/replicas").has("default")).isFalse();
  }

  /** A section without a default of its own would hide the defaults of its fields. */
  @Test
  void sectionsWithDefaultsAppearByThemselves() {
    for (var section :
        Set.of(
            "kafka/topics",
            "timeouts",
            "batch",
            "batch/groupCommit",
            "stages/onPoison",
            "alerts",
            "alerts/membershipLoss",
            "guard",
            "audit")) {
      assertThat(field(section).get("default")).as(section).isEmpty();
    }
  }

  @Test
  void serverSideApplyMergesStagesAndConditionsByTheirKeys() {
    assertThat(keyOf(field("stages"))).isEqualTo("name");
    assertThat(keyOf(root.at("/properties/status/properties/stages"))).isEqualTo("name");
    assertThat(keyOf(root.at("/properties/status/properties/conditions"))).isEqualTo("type");
  }

  private static String keyOf(JsonNode list) {
    return list.at("/x-kubernetes-list-map-keys/0").asText();
  }

  private JsonNode field(String path) {
    var at = root.at("/properties/spec");
    for (var name : path.split("/")) {
      at = (at.has("items") ? at.get("items") : at).at("/properties/" + name);
    }
    return at;
  }

  private void eachField(BiConsumer<String, JsonNode> visitor) {
    visit("", root, visitor);
  }

  private static void visit(String path, JsonNode schema, BiConsumer<String, JsonNode> visitor) {
    schema
        .path("properties")
        .properties()
        .forEach(
            field -> {
              var inner = path + "/" + field.getKey();
              visitor.accept(inner, field.getValue());
              visit(inner, field.getValue(), visitor);
            });
    for (var below : List.of("items", "additionalProperties")) {
      if (schema.path(below).isObject()) {
        visit(path + "/*", schema.get(below), visitor);
      }
    }
  }

  private static boolean fits(JsonNode value, JsonNode schema) {
    return switch (schema.path("type").asText()) {
      case "string" ->
          value.isTextual()
              && value.asText().matches(schema.path("pattern").asText(".*"))
              && (!schema.has("enum") || holds(schema.get("enum"), value));
      case "integer" ->
          value.isIntegralNumber()
              && value.asLong() >= schema.get("minimum").asLong()
              && value.asLong() <= schema.get("maximum").asLong();
      case "boolean" -> value.isBoolean();
      case "object" -> value.isObject();
      default -> false;
    };
  }

  private static boolean holds(JsonNode list, JsonNode value) {
    for (var item : list) {
      if (item.equals(value)) {
        return true;
      }
    }
    return false;
  }
}
