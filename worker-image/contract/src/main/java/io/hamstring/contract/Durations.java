package io.hamstring.contract;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The one duration syntax of the product: {@code 50ms}, {@code 30s}, {@code 5m}, {@code 1h30m}.
 * Units are {@code h}, {@code m}, {@code s}, {@code ms}, each at most once and in this order; a
 * bare number is refused, because nobody can tell its unit.
 */
public final class Durations {

  /** The syntax as a regular expression, for schemas. Kubernetes' own have no look-ahead. */
  public static final String PATTERN =
      "^([0-9]{1,5}h([0-9]{1,5}m)?([0-9]{1,6}s)?([0-9]{1,9}ms)?"
          + "|[0-9]{1,5}m([0-9]{1,6}s)?([0-9]{1,9}ms)?"
          + "|[0-9]{1,6}s([0-9]{1,9}ms)?"
          + "|[0-9]{1,9}ms)$";

  private static final Duration LONGEST = Duration.ofHours(100_000).minusMillis(1);

  private static final Pattern SYNTAX =
      Pattern.compile("(?:(\\d{1,5})h)?(?:(\\d{1,5})m)?(?:(\\d{1,6})s)?(?:(\\d{1,9})ms)?");

  private Durations() {}

  /**
   * The duration that {@code text} says.
   *
   * @throws IllegalArgumentException if the text does not follow the syntax
   */
  public static Duration parse(String text) {
    Matcher matcher = SYNTAX.matcher(text);
    if (text.isEmpty() || !matcher.matches()) {
      throw new IllegalArgumentException(
          "'"
              + text
              + "' is no duration; write a number with a unit, such as 50ms, 30s, 5m or 1h30m");
    }
    return Duration.ofHours(number(matcher.group(1)))
        .plusMinutes(number(matcher.group(2)))
        .plusSeconds(number(matcher.group(3)))
        .plusMillis(number(matcher.group(4)));
  }

  /** The shortest text that {@link #parse} reads back as this duration, to the millisecond. */
  public static String format(Duration duration) {
    if (duration.isNegative() || duration.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "a negative duration or one beyond 99999h has no text: " + duration);
    }
    var text = new StringBuilder();
    append(text, duration.toHours(), "h");
    append(text, duration.toMinutesPart(), "m");
    append(text, duration.toSecondsPart(), "s");
    append(text, duration.toMillisPart(), "ms");
    return text.length() == 0 ? "0s" : text.toString();
  }

  private static long number(String digits) {
    return digits == null ? 0 : Long.parseLong(digits);
  }

  private static void append(StringBuilder text, long amount, String unit) {
    if (amount > 0) {
      text.append(amount).append(unit);
    }
  }
}
