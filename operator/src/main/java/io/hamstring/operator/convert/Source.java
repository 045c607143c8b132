package io.hamstring.operator.convert;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** A part of a foreign document that remembers what was asked of it. */
final class Source {

  private final String path;
  private final JsonNode node;
  private final Set<String> read;

  private Source(String path, JsonNode node, Set<String> read) {
    this.path = path;
    this.node = node;
    this.read = read;
  }

  static Source of(JsonNode document) {
    return new Source("", document, new TreeSet<>());
  }

  String path() {
    return path;
  }

  /** The part under these keys; an empty one when there is none. */
  Source at(String... keys) {
    var source = this;
    for (var key : keys) {
      var child = source.node.get(key);
      source =
          new Source(
              source.path.isEmpty() ? key : source.path + "." + key,
              child == null ? MissingNode.getInstance() : child,
              read);
    }
    return source;
  }

  /** The members of a list. */
  List<Source> items() {
    var items = new ArrayList<Source>();
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      items.add(new Source(path + "[" + i + "]", node.get(i), read));
    }
    return items;
  }

  /** The members of a mapping, in order. */
  List<Map.Entry<String, Source>> members() {
    var members = new ArrayList<Map.Entry<String, Source>>();
    node.fieldNames().forEachRemaining(name -> members.add(Map.entry(name, at(name))));
    return members;
  }

  /** The whole part, which counts as understood. */
  Optional<JsonNode> raw() {
    read.add(path);
    return node.isMissingNode() || node.isNull() ? Optional.empty() : Optional.of(node);
  }

  /** What stands under a key, without counting as understood. */
  Optional<JsonNode> peek(String key) {
    return Optional.ofNullable(node.get(key));
  }

  /** A scalar as text; empty when it is not there or blank. */
  Optional<String> text() {
    return raw().filter(JsonNode::isValueNode).map(JsonNode::asText).filter(t -> !t.isBlank());
  }

  Optional<Integer> number() {
    return raw().filter(JsonNode::canConvertToInt).map(JsonNode::asInt);
  }

  Optional<BigDecimal> decimal() {
    return raw().filter(JsonNode::isNumber).map(JsonNode::decimalValue);
  }

  boolean flag(boolean otherwise) {
    return text().map(Boolean::parseBoolean).orElse(otherwise);
  }

  /** A list of texts, or texts separated by commas, each once. */
  List<String> names() {
    return raw().map(Source::texts).orElse(List.of()).stream()
        .map(String::strip)
        .filter(name -> !name.isEmpty())
        .distinct()
        .collect(Collectors.toList());
  }

  private static List<String> texts(JsonNode node) {
    if (!node.isArray()) {
      return List.of(node.asText().split(","));
    }
    var texts = new ArrayList<String>();
    node.forEach(item -> texts.add(item.asText()));
    return texts;
  }

  /** The topmost parts of which nothing was asked. */
  List<String> unread() {
    if (read.contains(path) || isBlank(node)) {
      return List.of();
    }
    var children = new ArrayList<Source>(items());
    members().forEach(member -> children.add(member.getValue()));
    children.removeIf(child -> isBlank(child.node));
    var unread = children.stream().flatMap(child -> child.unread().stream()).toList();
    var whole = unread.equals(children.stream().map(Source::path).toList());
    return whole && !path.isEmpty() ? List.of(path) : unread;
  }

  private static boolean isBlank(JsonNode node) {
    return node.isNull()
        || node.isMissingNode()
        || (node.isContainerNode() && node.isEmpty())
        || (node.isTextual() && node.asText().isBlank());
  }
}
