package io.hamstring.samples.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a list is merged: as one value, as a set, or item by item.
 *
 * @param keys fields that tell items apart; empty unless it is merged item by item
 */
record ListRule(Kind kind, List<String> keys) {

  static final ListRule ATOMIC = new ListRule(Kind.ATOMIC, List.of());
  static final ListRule SET = new ListRule(Kind.SET, List.of());

  // What the schemas of the built-in kinds say of lists by these names.
  private static final Map<String, ListRule> BUILT_IN =
      Map.ofEntries(
          Map.entry("containers", by("name")),
          Map.entry("initContainers", by("name")),
          Map.entry("volumes", by("name")),
          Map.entry("env", by("name")),
          Map.entry("imagePullSecrets", by("name")),
          Map.entry("secrets", by("name")),
          Map.entry("volumeMounts", by("mountPath")),
          Map.entry("conditions", by("type")),
          Map.entry("hostAliases", by("ip")),
          Map.entry("topologySpreadConstraints", by("topologyKey", "whenUnsatisfiable")));

  private static final ListRule CONTAINER_PORTS = by("containerPort", "protocol");
  private static final ListRule SERVICE_PORTS = by("port", "protocol");
  private static final Map<String, String> DEFAULTS = Map.of("protocol", "TCP");

  /** The kinds of list. */
  enum Kind {
    ATOMIC,
    SET,
    KEYED
  }

  private static ListRule by(String... keys) {
    return new ListRule(Kind.KEYED, List.of(keys));
  }

  /** The rule of the list at {@code path}, field names without positions, in objects of a kind. */
  static ListRule at(List<String> path, ResourceType type) {
    var name = path.get(path.size() - 1);
    if (path.get(0).equals("metadata")) {
      return switch (name) {
        case "ownerReferences" -> by("uid");
        case "finalizers" -> SET;
        default -> ATOMIC;
      };
    }
    return type.isCustom() ? declared(path, type.schema()) : builtIn(path, name, type);
  }

  private static ListRule builtIn(List<String> path, String name, ResourceType type) {
    if (name.equals("ports")) {
      return path.contains("containers") || path.contains("initContainers")
          ? CONTAINER_PORTS
          : type.kind().equals("Service") ? SERVICE_PORTS : ATOMIC;
    }
    return BUILT_IN.getOrDefault(name, ATOMIC);
  }

  private static ListRule declared(List<String> path, JsonNode schema) {
    var node = schema;
    for (var name : path) {
      while (node.has("items")) {
        node = node.path("items");
      }
      var property = node.path("properties").path(name);
      node = property.isMissingNode() ? node.path("additionalProperties") : property;
    }
    return switch (node.path("x-kubernetes-list-type").asText()) {
      case "set" -> SET;
      case "map" -> {
        var keys = new ArrayList<String>();
        node.path("x-kubernetes-list-map-keys").forEach(key -> keys.add(key.asText()));
        yield new ListRule(Kind.KEYED, List.copyOf(keys));
      }
      default -> ATOMIC;
    };
  }

  /** The keys of {@code item}, defaults filled in; empty when it lacks one. */
  Optional<ObjectNode> keyOf(JsonNode item) {
    var key = Json.object();
    for (var field : keys) {
      if (item.has(field)) {
        key.set(field, item.get(field));
      } else if (DEFAULTS.containsKey(field)) {
        key.put(field, DEFAULTS.get(field));
      } else {
        return Optional.empty();
      }
    }
    return Optional.of(key);
  }

  /** The same, keyed by the first field alone, as a strategic merge patch does. */
  ListRule byFirstKey() {
    return kind == Kind.KEYED ? by(keys.get(0)) : this;
  }
}
