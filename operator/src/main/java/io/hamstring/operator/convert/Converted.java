package io.hamstring.operator.convert;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * A HAMSTRING configuration as a HamstringPipeline.
 *
 * @param resource the whole object
 * @param lost what has no counterpart, a line each: the place in the file and what became of it
 */
public record Converted(JsonNode resource, List<String> lost) {

  public Converted {
    lost = List.copyOf(lost);
  }
}
