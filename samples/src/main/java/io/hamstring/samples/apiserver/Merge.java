package io.hamstring.samples.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/** Lays what an applier wants over what there is, list items matched by their keys. */
record Merge(ResourceType type) {

  /** {@code live} with {@code applied} laid over it; neither is changed. */
  ObjectNode of(ObjectNode live, ObjectNode applied) {
    return merged(live, applied, List.of());
  }

  private ObjectNode merged(ObjectNode live, ObjectNode applied, List<String> path) {
    var result = live.deepCopy();
    applied
        .properties()
        .forEach(
            field -> {
              var deeper = new ArrayList<>(path);
              deeper.add(field.getKey());
              result.set(
                  field.getKey(), value(result.get(field.getKey()), field.getValue(), deeper));
            });
    return result;
  }

  private JsonNode value(JsonNode live, JsonNode applied, List<String> path) {
    if (live instanceof ObjectNode a && applied instanceof ObjectNode b) {
      return merged(a, b, path);
    }
    if (live instanceof ArrayNode a && applied instanceof ArrayNode b) {
      var rule = ListRule.at(path, type);
      return switch (rule.kind()) {
        case ATOMIC -> b.deepCopy();
        case SET -> union(a, b);
        case KEYED -> byKey(a, b, rule, path);
      };
    }
    return applied.deepCopy();
  }

  private static ArrayNode union(ArrayNode live, ArrayNode applied) {
    var result = live.deepCopy();
    for (var member : applied) {
      if (!contains(result, member)) {
        result.add(member);
      }
    }
    return result;
  }

  static boolean contains(ArrayNode list, JsonNode member) {
    for (var other : list) {
      if (other.equals(member)) {
        return true;
      }
    }
    return false;
  }

  private ArrayNode byKey(ArrayNode live, ArrayNode applied, ListRule rule, List<String> path) {
    var result = live.deepCopy();
    for (var item : applied) {
      var at = indexOf(result, item, rule);
      if (at < 0) {
        result.add(item.deepCopy());
      } else {
        result.set(at, merged((ObjectNode) result.get(at), Json.asObject(item), path));
      }
    }
    return result;
  }

  /** Where {@code list} holds an item with the keys of {@code item}; -1 if nowhere. */
  static int indexOf(ArrayNode list, JsonNode item, ListRule rule) {
    var key = rule.keyOf(item);
    if (key.isEmpty()) {
      return -1;
    }
    for (var i = 0; i < list.size(); i++) {
      if (rule.keyOf(list.get(i)).equals(key)) {
        return i;
      }
    }
    return -1;
  }
}
