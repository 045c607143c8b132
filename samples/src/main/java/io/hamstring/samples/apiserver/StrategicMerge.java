package io.hamstring.samples.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/**
 * A strategic merge patch: null removes, lists are merged by their keys, and directives ({@code
 * $patch}, {@code $deleteFromPrimitiveList}, {@code $retainKeys}) say the rest. The order that
 * {@code $setElementOrder} asks for is not kept.
 */
record StrategicMerge(ResourceType type) {

  private static final String PATCH = "$patch";
  private static final String DELETE_MEMBERS = "$deleteFromPrimitiveList/";
  private static final String RETAIN = "$retainKeys";

  /** {@code live} as {@code patch} wants it; neither is changed. */
  ObjectNode of(ObjectNode live, ObjectNode patch) {
    return merged(live, patch, List.of());
  }

  private ObjectNode merged(ObjectNode live, ObjectNode patch, List<String> path) {
    if (patch.path(PATCH).asText().equals("replace")) {
      return patch.deepCopy().without(PATCH);
    }
    var result = live.deepCopy();
    patch.properties().forEach(field -> patchField(result, field.getKey(), field.getValue(), path));
    if (patch.has(RETAIN)) {
      var kept = new ArrayList<String>();
      patch.get(RETAIN).forEach(name -> kept.add(name.asText()));
      result.retain(kept);
    }
    return result;
  }

  private void patchField(ObjectNode result, String name, JsonNode patch, List<String> path) {
    if (name.startsWith(DELETE_MEMBERS)) {
      removeMembers(result.path(name.substring(DELETE_MEMBERS.length())), patch);
    } else if (patch.isNull()) {
      result.remove(name);
    } else if (!name.startsWith("$")) {
      var deeper = new ArrayList<>(path);
      deeper.add(name);
      result.set(name, value(result.get(name), patch, deeper));
    }
  }

  private static void removeMembers(JsonNode list, JsonNode gone) {
    if (list instanceof ArrayNode members) {
      for (var i = members.size() - 1; i >= 0; i--) {
        if (Merge.contains((ArrayNode) gone, members.get(i))) {
          members.remove(i);
        }
      }
    }
  }

  private JsonNode value(JsonNode live, JsonNode patch, List<String> path) {
    if (patch instanceof ObjectNode fields) {
      return merged(live instanceof ObjectNode object ? object : Json.object(), fields, path);
    }
    if (patch instanceof ArrayNode items) {
      var rule = ListRule.at(path, type).byFirstKey();
      var list = live instanceof ArrayNode array ? array.deepCopy() : Json.array();
      return switch (rule.kind()) {
        case ATOMIC -> items.deepCopy();
        case SET -> withMembers(list, items);
        case KEYED -> byKey(list, items, rule, path);
      };
    }
    return patch.deepCopy();
  }

  private static ArrayNode withMembers(ArrayNode list, ArrayNode members) {
    for (var member : members) {
      if (!Merge.contains(list, member)) {
        list.add(member);
      }
    }
    return list;
  }

  private ArrayNode byKey(ArrayNode list, ArrayNode items, ListRule rule, List<String> path) {
    for (var item : items) {
      var directive = item.path(PATCH).asText();
      if (directive.equals("replace") && rule.keyOf(item).isEmpty()) {
        list.removeAll();
        continue;
      }
      var at = Merge.indexOf(list, item, rule);
      if (directive.equals("delete")) {
        if (at >= 0) {
          list.remove(at);
        }
      } else if (at < 0) {
        list.add(merged(Json.object(), Json.asObject(item), path));
      } else {
        list.set(at, merged((ObjectNode) list.get(at), Json.asObject(item), path));
      }
    }
    return list;
  }
}
