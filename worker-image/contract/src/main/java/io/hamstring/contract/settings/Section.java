package io.hamstring.contract.settings;

import io.hamstring.contract.ByteSizes;
import io.hamstring.contract.Durations;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * A mapping of a parsed configuration document, read key by key. Problems are collected, not
 * thrown, so that a person sees all of them at once; a read that fails answers the given default.
 */
public final class Section {

  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,10}(\\.[0-9]{1,3})?");

  private final String path;
  private final Map<?, ?> values;
  private final List<String> problems;
  private final Set<String> read = new TreeSet<>();

  private Section(String path, Map<?, ?> values, List<String> problems) {
    this.path = path;
    this.values = values;
    this.problems = problems;
  }

  /** The root of a document; problems are added to {@code problems}. */
  public static Section root(Map<?, ?> document, List<String> problems) {
    return new Section("", document, problems);
  }

  /** A section that begins at {@code path} of a larger document. */
  public static Section at(String path, Map<?, ?> values, List<String> problems) {
    return new Section(path, values, problems);
  }

  /** The section under {@code key}; empty when there is none. */
  public Section section(String key) {
    var value = value(key);
    if (value != null && !(value instanceof Map<?, ?>)) {
      problem(key, "must be a mapping");
    }
    return new Section(pathOf(key), value instanceof Map<?, ?> map ? map : Map.of(), problems);
  }

  /** Whether the document gives {@code key} a value. */
  public boolean has(String key) {
    return value(key) != null;
  }

  /** The keys of this section in document order. */
  public List<String> keys() {
    var keys = new ArrayList<String>();
    values.keySet().forEach(key -> keys.add(String.valueOf(key)));
    return keys;
  }

  /** A text; numbers and booleans count as the text they are written as. */
  public String text(String key, String otherwise) {
    var value = value(key);
    if (value == null) {
      return otherwise;
    }
    if (value instanceof Map<?, ?> || value instanceof List<?>) {
      problem(key, "must be a text");
      return otherwise;
    }
    return value.toString();
  }

  /** A text that must be there and not be empty. */
  public String requiredText(String key) {
    var text = text(key, "");
    if (text.isBlank()) {
      problem(key, "is required");
    }
    return text;
  }

  /** A whole number within bounds, or the default, which may be null. */
  public Long number(String key, Long otherwise, long min, long max) {
    var value = value(key);
    if (value == null) {
      return otherwise;
    }
    try {
      long number = new BigDecimal(value.toString().trim()).longValueExact();
      if (!value.toString().trim().matches("-?\\d+") || number < min || number > max) {
        throw new NumberFormatException();
      }
      return number;
    } catch (ArithmeticException | NumberFormatException notOne) {
      problem(key, "must be a whole number from " + min + " to " + max + ", was '" + value + "'");
      return otherwise;
    }
  }

  /** A number with a fraction, or the default. */
  public double decimal(String key, double otherwise, double min, double max) {
    var value = value(key);
    if (value == null) {
      return otherwise;
    }
    try {
      double number = Double.parseDouble(value.toString().trim());
      if (!(number >= min && number <= max)) {
        throw new NumberFormatException();
      }
      return number;
    } catch (NumberFormatException notOne) {
      problem(key, "must be a number from " + min + " to " + max + ", was '" + value + "'");
      return otherwise;
    }
  }

  /** A whole number of {@code unit}s as a duration, or the default, which may be null. */
  public Duration amount(String key, Duration unit, Duration otherwise, long min) {
    var number = number(key, null, min, Integer.MAX_VALUE);
    return number == null ? otherwise : unit.multipliedBy(number);
  }

  /**
   * A number of seconds, to the millisecond, or the default, which may be null. A value is at most
   * what Kafka counts in milliseconds.
   */
  public Duration seconds(String key, Duration otherwise, Duration min) {
    var value = value(key);
    if (value == null) {
      return otherwise;
    }
    var matcher = SECONDS.matcher(value.toString().trim());
    if (matcher.matches()) {
      long millis = new BigDecimal(matcher.group()).movePointRight(3).longValueExact();
      if (millis >= min.toMillis() && millis <= Integer.MAX_VALUE) {
        return Duration.ofMillis(millis);
      }
    }
    problem(
        key,
        "must be seconds from "
            + min.toMillis() / 1000.0
            + " to 2147483.647, with at most three decimals, was '"
            + value
            + "'");
    return otherwise;
  }

  /** A duration in the product's syntax, or the default. */
  public Duration duration(String key, Duration otherwise) {
    return converted(key, Durations::parse, otherwise);
  }

  /** A size in bytes in the product's syntax, or the default. */
  public long bytes(String key, long otherwise) {
    return converted(key, ByteSizes::parse, otherwise);
  }

  /** A truth value, or the default. */
  public boolean flag(String key, boolean otherwise) {
    var value = value(key);
    if (value == null) {
      return otherwise;
    }
    if (value instanceof Boolean flag) {
      return flag;
    }
    if (value.toString().equals("true") || value.toString().equals("false")) {
      return Boolean.parseBoolean(value.toString());
    }
    problem(key, "must be true or false, was '" + value + "'");
    return otherwise;
  }

  /** A list of texts; empty when there is none. */
  public List<String> texts(String key) {
    var list = list(key);
    var texts = new ArrayList<String>();
    for (int i = 0; i < list.size(); i++) {
      var element = list.get(i);
      if (element == null || element instanceof Map<?, ?> || element instanceof List<?>) {
        problem(key + "[" + i + "]", "must be a text");
      } else {
        texts.add(element.toString());
      }
    }
    return List.copyOf(texts);
  }

  /** A list of mappings; empty when there is none. */
  public List<Section> sections(String key) {
    var list = list(key);
    var sections = new ArrayList<Section>();
    for (int i = 0; i < list.size(); i++) {
      if (list.get(i) instanceof Map<?, ?> map) {
        sections.add(new Section(pathOf(key) + "[" + i + "]", map, problems));
      } else {
        problem(key + "[" + i + "]", "must be a mapping");
      }
    }
    return sections;
  }

  private List<?> list(String key) {
    var value = value(key);
    if (value != null && !(value instanceof List<?>)) {
      problem(key, "must be a list");
    }
    return value instanceof List<?> list ? list : List.of();
  }

  /** The raw value, or null. */
  public Object raw(String key) {
    return value(key);
  }

  /** The whole section as texts by key. */
  public Map<String, String> asTexts() {
    var texts = new LinkedHashMap<String, String>();
    keys().forEach(key -> texts.put(key, text(key, "")));
    return texts;
  }

  /** The whole section as it stands. */
  public Map<String, Object> asMap() {
    var map = new LinkedHashMap<String, Object>();
    for (var key : keys()) {
      var value = value(key);
      if (value != null) {
        map.put(key, value);
      }
    }
    return map;
  }

  /** One value converted by {@code conversion}; its IllegalArgumentException becomes a problem. */
  public <T> T converted(String key, Function<String, T> conversion, T otherwise) {
    var text = text(key, null);
    if (text == null) {
      return otherwise;
    }
    try {
      return conversion.apply(text);
    } catch (IllegalArgumentException refused) {
      problem(key, refused.getMessage());
      return otherwise;
    }
  }

  /** Adds a problem with {@code key}, once however often it is found. */
  public void problem(String key, String what) {
    var problem = pathOf(key) + ": " + what;
    if (!problems.contains(problem)) {
      problems.add(problem);
    }
  }

  /** Adds a problem for each key that nobody has asked for: a likely typing error. */
  public void refuseOtherKeys() {
    for (var key : keys()) {
      if (!read.contains(key)) {
        problem(key, "is not known here; known are " + String.join(", ", read));
      }
    }
  }

  private Object value(String key) {
    read.add(key);
    return values.get(key);
  }

  private String pathOf(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }
}
