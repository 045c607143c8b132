package io.hamstring.worker.stage.prefilter;

import com.fasterxml.jackson.databind.JsonNode;
import io.hamstring.worker.stage.rules.LineRules;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Which lines a prefilter keeps; the names are HAMSTRING's. */
public enum Relevance {
  /** All. */
  NO_RELEVANCE_CHECK("no_relevance_check") {
    @Override
    boolean keeps(JsonNode line, LineRules rules) {
      return true;
    }
  },
  /** Those whose fields have the values that the collector's rules call relevant. */
  CHECK_DGA_RELEVANCE("check_dga_relevance") {
    @Override
    boolean keeps(JsonNode line, LineRules rules) {
      if (!line.isArray()) {
        return rules.isRelevant(line);
      }
      for (var member : line) {
        if (rules.isRelevant(member)) {
          return true;
        }
      }
      return false;
    }
  };

  private final String id;

  Relevance(String id) {
    this.id = id;
  }

  /** HAMSTRING's name, and the rule by which a batch ends here. */
  public String id() {
    return id;
  }

  /** Whether a line, or one of a window of lines, is relevant. */
  abstract boolean keeps(JsonNode line, LineRules rules);

  /**
   * The method of that name.
   *
   * @throws IllegalArgumentException if there is none
   */
  static Relevance ofId(String id) {
    return Arrays.stream(values())
        .filter(method -> method.id.equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "must be one of "
                        + Arrays.stream(values())
                            .map(Relevance::id)
                            .collect(Collectors.joining(", "))
                        + ", was '"
                        + id
                        + "'"));
  }
}
