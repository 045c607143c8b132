package io.hamstring.worker.stage.rules;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.regex.Pattern;

/** A pattern that the value's text begins with, like Python's {@code re.match}. */
record RegExCheck(Pattern pattern) implements FieldCheck {

  static final String TYPE = "RegEx";

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public boolean accepts(JsonNode value) {
    try {
      return pattern.matcher(FieldCheck.text(value)).lookingAt();
    } catch (StackOverflowError tooLong) {
      // Java matches groups in groups recursively: a long enough value is one it cannot judge.
      return false;
    }
  }
}
