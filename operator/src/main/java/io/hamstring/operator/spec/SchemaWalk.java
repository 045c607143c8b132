package io.hamstring.operator.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Does what an API server does with a schema: fills in defaults and checks every value. Unlike an
 * API server it says every problem in words and goes on with what is left.
 */
final class SchemaWalk {

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final Findings findings;
  private final ScalarCheck scalars;

  SchemaWalk(Findings findings) {
    this.findings = findings;
    this.scalars = new ScalarCheck(findings);
  }

  /** The complete value; null when there is none and no default. */
  JsonNode complete(FieldPath path, JsonNode schema, JsonNode value) {
    if (value != null && !value.isNull() && !value.isMissingNode()) {
      var checked = checked(path, schema, value);
      if (checked.isPresent()) {
        return checked.get();
      }
    }
    return schema.has("default")
        ? checked(path, schema, schema.get("default")).orElseThrow()
        : null;
  }

  private Optional<JsonNode> checked(FieldPath path, JsonNode schema, JsonNode value) {
    return switch (schema.path("type").asText()) {
      case "object" -> object(path, schema, value);
      case "array" -> array(path, schema, value);
      case "" -> Optional.of(value.deepCopy());
      default -> scalars.checked(path, schema, value);
    };
  }

  private Optional<JsonNode> object(FieldPath path, JsonNode schema, JsonNode value) {
    if (!value.isObject()) {
      findings.problem(path, "is " + shown(value) + ", no mapping", "give its fields by name");
      return Optional.empty();
    }
    if (schema.has("maxProperties") && value.size() > schema.get("maxProperties").asInt()) {
      findings.problem(
          path,
          "has " + value.size() + " entries",
          "give at most " + schema.get("maxProperties").asInt());
    }
    if (schema.has("additionalProperties")) {
      var entries = JSON.objectNode();
      var entrySchema = schema.get("additionalProperties");
      value
          .properties()
          .forEach(
              entry -> {
                var complete = complete(path.field(entry.getKey()), entrySchema, entry.getValue());
                if (complete != null) {
                  entries.set(entry.getKey(), complete);
                }
              });
      return Optional.of(entries);
    }
    return Optional.of(fields(path, schema, value));
  }

  private ObjectNode fields(FieldPath path, JsonNode schema, JsonNode value) {
    var complete = JSON.objectNode();
    schema
        .path("properties")
        .properties()
        .forEach(
            field -> {
              var name = field.getKey();
              var inner = complete(path.field(name), field.getValue(), value.get(name));
              if (inner != null) {
                complete.set(name, inner);
              }
            });
    schema
        .path("required")
        .forEach(
            name -> {
              if (!value.hasNonNull(name.asText())) {
                findings.problem(
                    path.field(name.asText()), "is missing", wanted(schema, name.asText()));
              }
            });
    others(path, schema, value, complete);
    return complete;
  }

  private void others(FieldPath path, JsonNode schema, JsonNode value, ObjectNode complete) {
    var free = schema.path("x-kubernetes-preserve-unknown-fields").asBoolean();
    value
        .properties()
        .forEach(
            field -> {
              if (schema.path("properties").has(field.getKey())) {
                return;
              }
              if (free) {
                complete.set(field.getKey(), field.getValue().deepCopy());
              } else {
                findings.warning(
                    path.field(field.getKey()),
                    "is not known and has no effect; known are " + known(schema));
              }
            });
  }

  private Optional<JsonNode> array(FieldPath path, JsonNode schema, JsonNode value) {
    if (!value.isArray()) {
      findings.problem(path, "is " + shown(value) + ", no list", "give a list");
      return Optional.empty();
    }
    if (value.size() < schema.path("minItems").asInt(0)
        || value.size() > schema.path("maxItems").asInt(Integer.MAX_VALUE)) {
      findings.problem(
          path,
          "has " + value.size() + " entries",
          "give from "
              + schema.path("minItems").asInt(0)
              + " to "
              + schema.path("maxItems").asText("any number"));
    }
    var items = JSON.arrayNode();
    var seen = new HashMap<JsonNode, Integer>();
    for (int i = 0; i < value.size(); i++) {
      var item = complete(path.item(i), schema.get("items"), value.get(i));
      // A place holder keeps the numbers of the entries behind it.
      items.add(item == null ? JSON.nullNode() : item);
      refuseRepetition(path, schema, item, i, seen);
    }
    return Optional.of(items);
  }

  private void refuseRepetition(
      FieldPath path, JsonNode schema, JsonNode item, int index, HashMap<JsonNode, Integer> seen) {
    var kind = schema.path("x-kubernetes-list-type").asText();
    var keyField = schema.at("/x-kubernetes-list-map-keys/0").asText();
    var key = kind.equals("map") && item != null ? item.get(keyField) : item;
    if (key == null || !(kind.equals("map") || kind.equals("set"))) {
      return;
    }
    var earlier = seen.putIfAbsent(key, index);
    if (earlier != null) {
      var at = kind.equals("map") ? path.item(index).field(keyField) : path.item(index);
      findings.problem(
          at,
          "is " + shown(key) + ", as is that of entry " + earlier,
          kind.equals("map") ? "give every entry a " + keyField + " of its own" : "name it once");
    }
  }

  private static String wanted(JsonNode schema, String field) {
    return "give it: " + schema.at("/properties/" + field).path("description").asText(field);
  }

  private static String known(JsonNode schema) {
    var names = new TreeSet<String>();
    schema.path("properties").fieldNames().forEachRemaining(names::add);
    return String.join(", ", names);
  }

  /** A value as a message shows it; short, and only its kind when it has parts. */
  static String shown(JsonNode value) {
    if (value.isObject()) {
      return "a mapping";
    }
    if (value.isArray()) {
      return "a list";
    }
    var text = value.asText();
    return "'" + (text.length() > 80 ? text.substring(0, 77) + "..." : text) + "'";
  }
}
