package io.hamstring.contract;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sizes in bytes as Kubernetes writes them: {@code 512}, {@code 64Ki}, {@code 16Mi}, {@code 1Gi}.
 */
public final class ByteSizes {

  /** The syntax as a regular expression, for schemas. */
  public static final String PATTERN = "^[0-9]{1,15}(Ki|Mi|Gi|k|M|G)?$";

  private static final Pattern SYNTAX = Pattern.compile("(\\d{1,15})(Ki|Mi|Gi|k|M|G)?");
  private static final Map<String, Long> UNITS =
      Map.of(
          "Ki",
          1L << 10,
          "Mi",
          1L << 20,
          "Gi",
          1L << 30,
          "k",
          1_000L,
          "M",
          1_000_000L,
          "G",
          1_000_000_000L);

  private ByteSizes() {}

  /**
   * The number of bytes that {@code text} says.
   *
   * @throws IllegalArgumentException if the text does not follow the syntax or is too large
   */
  public static long parse(String text) {
    Matcher matcher = SYNTAX.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' is no size; write bytes with a unit, such as 64Ki, 16Mi or 1Gi");
    }
    long unit = matcher.group(2) == null ? 1 : UNITS.get(matcher.group(2));
    try {
      return Math.multiplyExact(Long.parseLong(matcher.group(1)), unit);
    } catch (ArithmeticException tooLarge) {
      throw new IllegalArgumentException(
          "'" + text + "' is more bytes than can be counted", tooLarge);
    }
  }
}
