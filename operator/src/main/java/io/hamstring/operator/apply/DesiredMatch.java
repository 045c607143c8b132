package io.hamstring.operator.apply;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Set;

/**
 * Whether an object already is as desired. Compares by value, not by text, and only what is
 * desired: what the server filled in and what others wrote does not count.
 */
final class DesiredMatch {

  /** What names an element of a list; the first that every desired element has counts. */
  private static final List<String> KEYS =
      List.of("name", "mountPath", "containerPort", "uid", "topologyKey");

  /** Fields whose values, at any depth below, are quantities. */
  private static final Set<String> QUANTITIES =
      Set.of("limits", "requests", "sizeLimit", "divisor");

  /** Whether values at this place are quantities. */
  private enum Values {
    PLAIN,
    QUANTITIES
  }

  private DesiredMatch() {}

  /** Whether {@code actual} holds everything that {@code desired} says. */
  static boolean covers(JsonNode actual, JsonNode desired) {
    return covers(actual, desired, Values.PLAIN);
  }

  private static boolean covers(JsonNode actual, JsonNode desired, Values values) {
    if (isAbsent(actual)) {
      return isEmpty(desired);
    }
    if (desired.isObject()) {
      return coversObject(actual, desired, values);
    }
    if (desired.isArray()) {
      return coversList(actual, desired, values);
    }
    return values == Values.QUANTITIES
        ? isSameQuantity(actual.asText(), desired.asText())
        : actual.asText().equals(desired.asText());
  }

  private static boolean coversObject(JsonNode actual, JsonNode desired, Values values) {
    for (var field : desired.properties()) {
      var below = QUANTITIES.contains(field.getKey()) ? Values.QUANTITIES : values;
      if (!covers(actual.get(field.getKey()), field.getValue(), below)) {
        return false;
      }
    }
    return true;
  }

  private static boolean coversList(JsonNode actual, JsonNode desired, Values values) {
    for (var key : KEYS) {
      if (hasAll(desired, key)) {
        return coversByKey(actual, desired, key, values);
      }
    }
    if (actual.size() != desired.size()) {
      return false;
    }
    for (int i = 0; i < desired.size(); i++) {
      if (!covers(actual.get(i), desired.get(i), values)) {
        return false;
      }
    }
    return true;
  }

  private static boolean hasAll(JsonNode list, String key) {
    for (var element : list) {
      if (isAbsent(element.get(key))) {
        return false;
      }
    }
    return !list.isEmpty();
  }

  private static boolean coversByKey(JsonNode actual, JsonNode desired, String key, Values values) {
    for (var element : desired) {
      var found = false;
      for (var candidate : actual) {
        found =
            found
                || !isAbsent(candidate.get(key))
                    && candidate.get(key).asText().equals(element.get(key).asText())
                    && covers(candidate, element, values);
      }
      if (!found) {
        return false;
      }
    }
    return true;
  }

  private static boolean isAbsent(JsonNode node) {
    return node == null || node.isNull() || node.isMissingNode();
  }

  /** The server drops zeros, {@code false} and what holds nothing. */
  private static boolean isEmpty(JsonNode desired) {
    if (isAbsent(desired)) {
      return true;
    }
    if (desired.isContainerNode()) {
      for (var element : desired) {
        if (desired.isArray() || !isEmpty(element)) {
          return false;
        }
      }
      return true;
    }
    return desired.isNumber() && desired.asDouble() == 0
        || desired.isBoolean() && !desired.asBoolean()
        || desired.isTextual() && desired.asText().isEmpty();
  }

  private static boolean isSameQuantity(String actual, String desired) {
    return actual.equals(desired)
        || Quantity.getAmountInBytes(new Quantity(actual))
                .compareTo(Quantity.getAmountInBytes(new Quantity(desired)))
            == 0;
  }
}
