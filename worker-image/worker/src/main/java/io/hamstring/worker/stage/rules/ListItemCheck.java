package io.hamstring.worker.stage.rules;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;

/**
 * One of the allowed values.
 *
 * @param relevant those of the allowed values that a prefilter keeps; empty when it does not ask
 */
record ListItemCheck(Set<String> allowed, Set<String> relevant) implements FieldCheck {

  static final String TYPE = "ListItem";

  ListItemCheck {
    allowed = Set.copyOf(allowed);
    relevant = Set.copyOf(relevant);
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public boolean accepts(JsonNode value) {
    return value.isValueNode() && allowed.contains(FieldCheck.text(value));
  }

  /** Whether a line with this value is of interest. */
  boolean isRelevant(JsonNode value) {
    return relevant.isEmpty()
        || (value != null && value.isValueNode() && relevant.contains(FieldCheck.text(value)));
  }
}
