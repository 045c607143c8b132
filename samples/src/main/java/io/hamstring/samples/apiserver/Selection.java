package io.hamstring.samples.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Which objects a list or a watch is about.
 *
 * @param namespace empty for all
 */
record Selection(String type, String namespace, Predicate<JsonNode> filter) {

  // Commas inside parentheses belong to a set of values.
  private static final Pattern COMMA = Pattern.compile(",(?![^(]*\\))");
  private static final Pattern SET = Pattern.compile("(\\S+)\\s+(in|notin)\\s*\\(([^)]*)\\)");
  private static final Pattern EQUATION = Pattern.compile("([^!=]+?)\\s*(==|=|!=)\\s*(.*)");

  static Selection of(ResourceType type, String namespace, String labels, String fields) {
    return new Selection(type.id(), namespace, labelFilter(labels).and(fieldFilter(fields)));
  }

  boolean covers(ObjectKey key) {
    return key.type().equals(type) && (namespace.isEmpty() || key.namespace().equals(namespace));
  }

  boolean matches(JsonNode object) {
    return filter.test(object);
  }

  private static Predicate<JsonNode> labelFilter(String selector) {
    return allOf(selector, Selection::labelRequirement);
  }

  private static Predicate<JsonNode> fieldFilter(String selector) {
    return allOf(selector, Selection::fieldRequirement);
  }

  private static Predicate<JsonNode> allOf(
      String selector, Function<String, Predicate<JsonNode>> requirement) {
    Predicate<JsonNode> all = object -> true;
    for (var part : COMMA.split(selector)) {
      if (!part.isBlank()) {
        all = all.and(requirement.apply(part.trim()));
      }
    }
    return all;
  }

  private static Predicate<JsonNode> labelRequirement(String text) {
    var set = SET.matcher(text);
    if (set.matches()) {
      var values = trimmed(set.group(3));
      Predicate<JsonNode> within =
          object -> has(object, set.group(1)) && values.contains(label(object, set.group(1)));
      return set.group(2).equals("in") ? within : within.negate();
    }
    var equation = EQUATION.matcher(text);
    if (equation.matches()) {
      var key = equation.group(1);
      var value = equation.group(3);
      Predicate<JsonNode> equal = object -> has(object, key) && label(object, key).equals(value);
      return equation.group(2).equals("!=") ? equal.negate() : equal;
    }
    return text.startsWith("!")
        ? object -> !has(object, text.substring(1).trim())
        : object -> has(object, text);
  }

  private static Predicate<JsonNode> fieldRequirement(String text) {
    var equation = EQUATION.matcher(text);
    if (!equation.matches()) {
      throw ApiException.badRequest("'" + text + "' is no field selector");
    }
    var pointer = "/" + equation.group(1).replace('.', '/');
    Predicate<JsonNode> equal = object -> object.at(pointer).asText("").equals(equation.group(3));
    return equation.group(2).equals("!=") ? equal.negate() : equal;
  }

  private static List<String> trimmed(String values) {
    var trimmed = new ArrayList<String>();
    for (var value : values.split(",")) {
      trimmed.add(value.trim());
    }
    return trimmed;
  }

  private static boolean has(JsonNode object, String label) {
    return object.path("metadata").path("labels").has(label);
  }

  private static String label(JsonNode object, String label) {
    return object.path("metadata").path("labels").path(label).asText();
  }
}
