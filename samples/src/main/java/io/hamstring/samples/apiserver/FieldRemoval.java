package io.hamstring.samples.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Takes one field, named as in {@link FieldSet}, out of an object. */
final class FieldRemoval {

  private FieldRemoval() {}

  static void remove(ObjectNode object, List<String> path, FieldSet kept) {
    var last = path.get(path.size() - 1);
    var parentPath = path.subList(0, path.size() - 1);
    if (last.equals(".")) {
      if (!kept.reaches(parentPath)) {
        remove(object, parentPath, kept);
      }
      return;
    }
    var parent = find(object, parentPath);
    if (parent == null) {
      return;
    }
    detach(parent, last);
    // The top level, spec and metadata themselves, stays.
    if (parent.isEmpty() && parentPath.size() > 1 && !kept.reaches(parentPath)) {
      remove(object, parentPath, kept);
    }
  }

  private static void detach(JsonNode parent, String segment) {
    if (segment.startsWith("f:")) {
      if (parent instanceof ObjectNode fields) {
        fields.remove(segment.substring(2));
      }
    } else if (parent instanceof ArrayNode list) {
      for (var i = list.size() - 1; i >= 0; i--) {
        if (isNamed(list.get(i), segment)) {
          list.remove(i);
        }
      }
    }
  }

  private static JsonNode find(JsonNode object, List<String> path) {
    var node = object;
    for (var segment : path) {
      if (node == null) {
        return null;
      }
      node = segment.startsWith("f:") ? node.get(segment.substring(2)) : itemOf(node, segment);
    }
    return node;
  }

  private static JsonNode itemOf(JsonNode list, String segment) {
    for (var item : list) {
      if (isNamed(item, segment)) {
        return item;
      }
    }
    return null;
  }

  private static boolean isNamed(JsonNode item, String segment) {
    var name = Json.read(segment.substring(2).getBytes(StandardCharsets.UTF_8));
    if (segment.startsWith("v:")) {
      return item.equals(name);
    }
    for (var key : name.properties()) {
      var value = item.get(key.getKey());
      // A key that the item leaves out has its default there.
      if (value != null && !value.equals(key.getValue())) {
        return false;
      }
    }
    return true;
  }
}
