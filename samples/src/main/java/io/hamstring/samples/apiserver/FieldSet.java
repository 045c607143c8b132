package io.hamstring.samples.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Fields of an object, each named by its path in the notation of {@code fieldsV1}: {@code f:name}
 * for a field, {@code k:{…}} for an item by its keys, {@code v:…} for a member of a set, {@code .}
 * for the item itself.
 */
record FieldSet(Set<List<String>> paths) {

  static final FieldSet NONE = new FieldSet(Set.of());

  private static final String ITSELF = ".";

  // What the API itself keeps there belongs to nobody.
  private static final Set<String> SYSTEM_METADATA =
      Set.of(
          "name",
          "namespace",
          "uid",
          "resourceVersion",
          "generation",
          "creationTimestamp",
          "deletionTimestamp",
          "deletionGracePeriodSeconds",
          "generateName",
          "selfLink",
          "managedFields");

  FieldSet {
    paths = Set.copyOf(paths);
  }

  /** Every leaf of {@code object} with its value. */
  static Map<List<String>, JsonNode> leaves(JsonNode object, ResourceType type) {
    var leaves = new LinkedHashMap<List<String>, JsonNode>();
    object
        .properties()
        .forEach(
            field -> {
              if (field.getKey().equals("metadata")) {
                var own = ((ObjectNode) field.getValue()).deepCopy().without(SYSTEM_METADATA);
                collect(own, List.of("f:metadata"), List.of("metadata"), type, leaves);
              } else if (!field.getKey().equals("apiVersion") && !field.getKey().equals("kind")) {
                var name = field.getKey();
                collect(field.getValue(), List.of("f:" + name), List.of(name), type, leaves);
              }
            });
    leaves.remove(List.of("f:metadata"));
    return leaves;
  }

  static FieldSet of(JsonNode object, ResourceType type) {
    return new FieldSet(leaves(object, type).keySet());
  }

  private static void collect(
      JsonNode node,
      List<String> path,
      List<String> names,
      ResourceType type,
      Map<List<String>, JsonNode> leaves) {
    if (node.isObject() && !node.isEmpty()) {
      node.properties()
          .forEach(
              field ->
                  collect(
                      field.getValue(),
                      plus(path, "f:" + field.getKey()),
                      plus(names, field.getKey()),
                      type,
                      leaves));
    } else if (node.isArray() && !node.isEmpty()) {
      collectItems(node, path, names, type, leaves);
    } else {
      leaves.put(path, node);
    }
  }

  private static void collectItems(
      JsonNode list,
      List<String> path,
      List<String> names,
      ResourceType type,
      Map<List<String>, JsonNode> leaves) {
    var rule = ListRule.at(names, type);
    switch (rule.kind()) {
      case ATOMIC -> leaves.put(path, list);
      case SET -> list.forEach(member -> leaves.put(plus(path, "v:" + member), member));
      case KEYED ->
          list.forEach(
              item -> {
                var at = plus(path, "k:" + rule.keyOf(item).orElseGet(Json::object));
                leaves.put(plus(at, ITSELF), Json.object());
                collect(item, at, names, type, leaves);
              });
    }
  }

  private static List<String> plus(List<String> path, String segment) {
    var longer = new ArrayList<>(path);
    longer.add(segment);
    return List.copyOf(longer);
  }

  /** The set that a {@code fieldsV1} names. */
  static FieldSet ofFieldsV1(JsonNode tree) {
    var paths = new TreeSet<List<String>>(FieldSet::compare);
    walk(tree, List.of(), paths);
    return new FieldSet(paths);
  }

  private static void walk(JsonNode tree, List<String> path, Set<List<String>> paths) {
    if (tree.isEmpty() && !path.isEmpty()) {
      paths.add(path);
    }
    tree.properties().forEach(field -> walk(field.getValue(), plus(path, field.getKey()), paths));
  }

  /** This set as {@code fieldsV1}. */
  ObjectNode toFieldsV1() {
    var root = Json.object();
    paths.stream()
        .sorted(FieldSet::compare)
        .forEach(
            path -> {
              var node = root;
              for (var segment : path) {
                node = node.has(segment) ? (ObjectNode) node.get(segment) : node.putObject(segment);
              }
            });
    return root;
  }

  FieldSet plus(FieldSet others) {
    var union = new HashSet<>(paths);
    union.addAll(others.paths);
    return new FieldSet(union);
  }

  FieldSet minus(FieldSet others) {
    return new FieldSet(
        paths.stream().filter(path -> !others.paths.contains(path)).collect(Collectors.toSet()));
  }

  FieldSet and(FieldSet others) {
    return new FieldSet(paths.stream().filter(others.paths::contains).collect(Collectors.toSet()));
  }

  boolean isEmpty() {
    return paths.isEmpty();
  }

  /** Whether anything at or below {@code prefix} is in this set. */
  boolean reaches(List<String> prefix) {
    return paths.stream()
        .anyMatch(
            path -> path.size() >= prefix.size() && path.subList(0, prefix.size()).equals(prefix));
  }

  /** Takes these fields out of {@code object}, and what is left empty by that, unless kept. */
  void removeFrom(ObjectNode object, FieldSet kept) {
    // Deepest first, so that an item goes after its fields.
    paths.stream()
        .sorted((a, b) -> b.size() - a.size())
        .forEach(path -> FieldRemoval.remove(object, path, kept));
  }

  private static int compare(List<String> a, List<String> b) {
    return String.join("\0", a).compareTo(String.join("\0", b));
  }
}
