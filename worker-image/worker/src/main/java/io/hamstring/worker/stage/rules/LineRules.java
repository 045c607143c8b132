package io.hamstring.worker.stage.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hamstring.contract.settings.Section;
import io.hamstring.worker.stage.format.ZeekShape;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Which fields a log line must have, and what they have to be, in the order they are checked. */
public final class LineRules {

  private final List<FieldRule> rules;
  private final TimestampCheck timestamp;

  LineRules(List<FieldRule> rules) {
    this.rules = List.copyOf(rules);
    this.timestamp =
        rules.stream()
            .filter(rule -> rule.field.equals(ZeekShape.TS))
            .map(rule -> (TimestampCheck) rule.check)
            .findFirst()
            .orElseThrow();
  }

  /**
   * The rules under {@code key}, HAMSTRING's {@code required_log_information}: a list of {@code
   * [name, Type, arguments...]}; without it those that DNS lines of either sensor meet. Problems
   * are added to the section.
   */
  public static LineRules of(Section section, String key) {
    return new LineRulesReader(section, key).read();
  }

  /** The first rule that the line breaks, such as {@code domain_name: RegEx}. */
  public Optional<String> firstBroken(ObjectNode line) {
    for (var rule : rules) {
      var value = line.get(rule.field);
      if (value == null || value.isNull()) {
        return Optional.of(rule.missing);
      }
      if (!rule.check.accepts(value)) {
        return Optional.of(rule.broken);
      }
    }
    return Optional.empty();
  }

  /** The line's time in microseconds since 1970. */
  public OptionalLong micros(ObjectNode line) {
    var value = line.get(ZeekShape.TS);
    return value == null ? OptionalLong.empty() : timestamp.micros(value);
  }

  /** Whether each field with relevant values has one of them. */
  public boolean isRelevant(JsonNode line) {
    for (var rule : rules) {
      if (rule.check instanceof ListItemCheck list && !list.isRelevant(line.get(rule.field))) {
        return false;
      }
    }
    return true;
  }

  /** A field, its check, and the names of the two ways to fail it. */
  record FieldRule(String field, FieldCheck check, String missing, String broken) {
    FieldRule(String field, FieldCheck check) {
      this(field, check, field + ": missing", field + ": " + check.type());
    }
  }
}
