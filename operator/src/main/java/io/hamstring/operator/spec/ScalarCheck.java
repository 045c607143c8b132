package io.hamstring.operator.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BigIntegerNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.LongNode;
import io.hamstring.api.v1alpha1.Syntax;
import io.hamstring.contract.Durations;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.regex.Pattern;

/** Checks a text, number or truth value against its schema. */
final class ScalarCheck {

  private static final Pattern BETWEEN =
      Pattern.compile(
          Pattern.quote(Syntax.AT_LEAST)
              + "(\\w+)"
              + Pattern.quote(Syntax.AT_MOST)
              + "(\\w+)"
              + Pattern.quote(Syntax.END));

  private final Findings findings;

  ScalarCheck(Findings findings) {
    this.findings = findings;
  }

  Optional<JsonNode> checked(FieldPath path, JsonNode schema, JsonNode value) {
    return switch (schema.path("type").asText()) {
      case "integer" -> wholeNumber(path, schema, value);
      case "boolean" -> truth(path, value);
      case "string" -> text(path, schema, value);
      default -> throw new IllegalStateException("no check for a " + schema.path("type"));
    };
  }

  private Optional<JsonNode> wholeNumber(FieldPath path, JsonNode schema, JsonNode value) {
    var min = schema.path("minimum").asText("0");
    var max = schema.path("maximum").asText(String.valueOf(Integer.MAX_VALUE));
    var number = number(value);
    if (number.isEmpty()) {
      findings.problem(
          path,
          "is " + SchemaWalk.shown(value) + ", no whole number",
          "give one from " + min + " to " + max);
      return Optional.empty();
    }
    if (number.get().compareTo(new BigInteger(min)) < 0
        || number.get().compareTo(new BigInteger(max)) > 0) {
      findings.problem(
          path, "is " + number.get(), "give a whole number from " + min + " to " + max);
      return Optional.empty();
    }
    return Optional.of(node(number.get()));
  }

  /** Also one that was written as a text, but none with a fraction or an exponent. */
  private static Optional<BigInteger> number(JsonNode value) {
    if (!value.isNumber() && !value.isTextual()) {
      return Optional.empty();
    }
    var text = value.asText().trim();
    if (value.isTextual() && !text.matches("-?[0-9]{1,18}")) {
      return Optional.empty();
    }
    try {
      return Optional.of(new BigDecimal(text).toBigIntegerExact());
    } catch (ArithmeticException | NumberFormatException notWhole) {
      return Optional.empty();
    }
  }

  private static JsonNode node(BigInteger number) {
    return number.bitLength() < 32
        ? IntNode.valueOf(number.intValue())
        : number.bitLength() < 64
            ? LongNode.valueOf(number.longValue())
            : BigIntegerNode.valueOf(number);
  }

  private Optional<JsonNode> truth(FieldPath path, JsonNode value) {
    if (!value.isBoolean()) {
      findings.problem(
          path, "is " + SchemaWalk.shown(value) + ", no truth value", "write true or false");
      return Optional.empty();
    }
    return Optional.of(value);
  }

  private Optional<JsonNode> text(FieldPath path, JsonNode schema, JsonNode value) {
    if (schema.has("enum")) {
      return choice(path, schema, value);
    }
    var how = howToWrite(schema);
    if (!value.isTextual()) {
      findings.problem(path, "is " + SchemaWalk.shown(value) + ", no text", how);
      return Optional.empty();
    }
    var text = value.asText();
    var min = schema.path("minLength").asInt(0);
    var max = schema.path("maxLength").asInt(Integer.MAX_VALUE);
    if (schema.has("pattern") && !text.matches(schema.get("pattern").asText())
        || text.isEmpty() && min > 0) {
      findings.problem(path, "is " + SchemaWalk.shown(value), how);
      return Optional.empty();
    }
    if (text.length() < min || text.length() > max) {
      findings.problem(
          path,
          "is " + SchemaWalk.shown(value) + ", " + text.length() + " characters",
          "use from " + min + " to " + max + " characters");
      return Optional.empty();
    }
    return withinBounds(path, schema, text) ? Optional.of(value) : Optional.empty();
  }

  private Optional<JsonNode> choice(FieldPath path, JsonNode schema, JsonNode value) {
    var choices = new ArrayList<String>();
    schema.get("enum").forEach(choice -> choices.add(choice.asText()));
    if (value.isTextual() && choices.contains(value.asText())) {
      return Optional.of(value);
    }
    findings.problem(
        path, "is " + SchemaWalk.shown(value), "choose one of " + String.join(", ", choices));
    return Optional.empty();
  }

  /** The bounds of a duration are a rule of one fixed form. */
  private boolean withinBounds(FieldPath path, JsonNode schema, String text) {
    for (var validation : schema.path("x-kubernetes-validations")) {
      var between = BETWEEN.matcher(validation.path("rule").asText());
      if (between.matches() && !isWithin(text, between.group(1), between.group(2))) {
        findings.problem(
            path,
            "is '" + text + "'",
            "give a duration from " + between.group(1) + " to " + between.group(2));
        return false;
      }
    }
    return true;
  }

  private static boolean isWithin(String text, String min, String max) {
    Duration duration = Durations.parse(text);
    return duration.compareTo(Durations.parse(min)) >= 0
        && duration.compareTo(Durations.parse(max)) <= 0;
  }

  private static String howToWrite(JsonNode schema) {
    return Syntax.howToWrite(schema.path("pattern").asText())
        .orElse("give a text: " + schema.path("description").asText("any"));
  }
}
