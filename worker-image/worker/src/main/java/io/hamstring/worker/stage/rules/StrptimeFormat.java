package io.hamstring.worker.stage.rules;

import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.format.SignStyle;
import java.time.format.TextStyle;
import java.time.temporal.ChronoField;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Python's {@code strptime} formats as Java's formatters. */
final class StrptimeFormat {

  private static final Map<Character, UnaryOperator<DateTimeFormatterBuilder>> DIRECTIVES =
      Map.ofEntries(
          Map.entry('Y', b -> b.appendValue(ChronoField.YEAR, 4)),
          Map.entry('m', b -> upToTwo(b, ChronoField.MONTH_OF_YEAR)),
          Map.entry('d', b -> upToTwo(b, ChronoField.DAY_OF_MONTH)),
          Map.entry('H', b -> upToTwo(b, ChronoField.HOUR_OF_DAY)),
          Map.entry('I', b -> upToTwo(b, ChronoField.CLOCK_HOUR_OF_AMPM)),
          Map.entry('M', b -> upToTwo(b, ChronoField.MINUTE_OF_HOUR)),
          Map.entry('S', b -> upToTwo(b, ChronoField.SECOND_OF_MINUTE)),
          Map.entry('f', b -> b.appendFraction(ChronoField.NANO_OF_SECOND, 1, 6, false)),
          Map.entry('j', b -> b.appendValue(ChronoField.DAY_OF_YEAR, 1, 3, SignStyle.NOT_NEGATIVE)),
          Map.entry('b', b -> b.appendText(ChronoField.MONTH_OF_YEAR, TextStyle.SHORT)),
          Map.entry('B', b -> b.appendText(ChronoField.MONTH_OF_YEAR, TextStyle.FULL)),
          Map.entry('a', b -> b.appendText(ChronoField.DAY_OF_WEEK, TextStyle.SHORT)),
          Map.entry('A', b -> b.appendText(ChronoField.DAY_OF_WEEK, TextStyle.FULL)),
          Map.entry('p', b -> b.appendText(ChronoField.AMPM_OF_DAY, TextStyle.SHORT)),
          Map.entry('z', StrptimeFormat::offset),
          Map.entry('%', b -> b.appendLiteral('%')));

  private StrptimeFormat() {}

  /**
   * The formatter that reads the same texts.
   *
   * @throws IllegalArgumentException if the format has a directive that is not known here
   */
  static DateTimeFormatter formatter(String format) {
    var builder = new DateTimeFormatterBuilder().parseCaseInsensitive();
    for (int i = 0; i < format.length(); i++) {
      char c = format.charAt(i);
      if (c != '%') {
        builder.appendLiteral(c);
        continue;
      }
      i++;
      var directive = i < format.length() ? DIRECTIVES.get(format.charAt(i)) : null;
      if (directive == null) {
        throw new IllegalArgumentException(
            "'"
                + format
                + "' has a directive that is not known; known are %Y %m %d %H %I %M %S"
                + " %f %j %b %B %a %A %p %z and %%");
      }
      directive.apply(builder);
    }
    if (format.endsWith("%S")) {
      builder.optionalStart().appendFraction(ChronoField.NANO_OF_SECOND, 1, 9, true).optionalEnd();
    }
    defaults(builder, format);
    return builder.toFormatter(Locale.ENGLISH).withResolverStyle(ResolverStyle.STRICT);
  }

  /** What the format leaves out is the first of its kind, as in Python. */
  private static void defaults(DateTimeFormatterBuilder builder, String format) {
    if (!format.contains("%j")) {
      builder.parseDefaulting(ChronoField.MONTH_OF_YEAR, 1);
      builder.parseDefaulting(ChronoField.DAY_OF_MONTH, 1);
    }
    if (!format.contains("%I")) {
      builder.parseDefaulting(ChronoField.HOUR_OF_DAY, 0);
    }
    builder.parseDefaulting(ChronoField.MINUTE_OF_HOUR, 0);
    builder.parseDefaulting(ChronoField.SECOND_OF_MINUTE, 0);
  }

  private static DateTimeFormatterBuilder upToTwo(
      DateTimeFormatterBuilder builder, ChronoField field) {
    return builder.appendValue(field, 1, 2, SignStyle.NOT_NEGATIVE);
  }

  private static DateTimeFormatterBuilder offset(DateTimeFormatterBuilder builder) {
    return builder
        .optionalStart()
        .appendOffset("+HH:MM", "Z")
        .optionalEnd()
        .optionalStart()
        .appendOffset("+HHMM", "Z")
        .optionalEnd();
  }
}
