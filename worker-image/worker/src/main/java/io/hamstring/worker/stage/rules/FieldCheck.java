package io.hamstring.worker.stage.rules;

import com.fasterxml.jackson.databind.JsonNode;

/** What a field of a log line has to be. It answers for every value and throws for none. */
sealed interface FieldCheck permits TimestampCheck, IpAddressCheck, RegExCheck, ListItemCheck {

  /** HAMSTRING's name of the check. */
  String type();

  /**
   * Whether the field may have this value.
   *
   * @param value never null, never JSON's null
   */
  boolean accepts(JsonNode value);

  /** The value as Python's {@code str} writes it, so that HAMSTRING's patterns mean the same. */
  static String text(JsonNode value) {
    if (value.isBoolean()) {
      return value.booleanValue() ? "True" : "False";
    }
    return value.isValueNode() ? value.asText() : value.toString();
  }
}
