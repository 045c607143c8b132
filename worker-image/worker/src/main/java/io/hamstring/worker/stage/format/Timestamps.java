package io.hamstring.worker.stage.format;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.OptionalLong;

/**
 * Points in time as log lines give them, in microseconds since 1970 (UTC), and HAMSTRING's way of
 * writing them: ISO 8601 without a zone, six digits of fraction or none.
 */
public final class Timestamps {

  private static final long MICROS = 1_000_000L;
  private static final int SECONDS_END = 19;
  private static final BigDecimal LATEST_SECOND = BigDecimal.valueOf(253_402_300_799L);
  // Zeek writes whole milliseconds when told to; as seconds they would be past the year 5000.
  private static final BigDecimal FIRST_MILLISECOND = BigDecimal.valueOf(100_000_000_000L);

  private Timestamps() {}

  /** What {@code 2025-06-01T12:00:00}, with or without a fraction and without a zone, says. */
  public static OptionalLong ofLocal(String text) {
    try {
      if (text.length() < SECONDS_END || text.charAt(10) != 'T') {
        return OptionalLong.empty();
      }
      var date =
          LocalDateTime.of(
              digits(text, 0, 4),
              digitsAfter('-', text, 5),
              digitsAfter('-', text, 8),
              digits(text, 11, 13),
              digitsAfter(':', text, 14),
              digitsAfter(':', text, 17));
      return OptionalLong.of(
          date.toEpochSecond(ZoneOffset.UTC) * MICROS + fraction(text, SECONDS_END));
    } catch (DateTimeException | NumberFormatException notOne) {
      return OptionalLong.empty();
    }
  }

  /** The same, or with a zone: {@code Z}, {@code +02:00} or {@code +0200}. */
  public static OptionalLong ofIso(String text) {
    int end = text.length();
    if (end > SECONDS_END && text.charAt(end - 1) == 'Z') {
      return ofLocal(text.substring(0, end - 1));
    }
    int sign = Math.max(text.lastIndexOf('+'), text.lastIndexOf('-'));
    if (sign < SECONDS_END) {
      return ofLocal(text);
    }
    try {
      int offset = ZoneOffset.of(text.substring(sign)).getTotalSeconds();
      var local = ofLocal(text.substring(0, sign));
      return local.isEmpty() ? local : OptionalLong.of(local.getAsLong() - offset * MICROS);
    } catch (DateTimeException notOne) {
      return OptionalLong.empty();
    }
  }

  /** Seconds since 1970 with a fraction; whole milliseconds when they are too many for seconds. */
  public static OptionalLong ofEpoch(BigDecimal number) {
    if (number.signum() < 0 || number.scale() > 1_000 || number.precision() > 40) {
      return OptionalLong.empty();
    }
    var seconds =
        number.compareTo(FIRST_MILLISECOND) >= 0
                && number.compareTo(LATEST_SECOND.scaleByPowerOfTen(3)) <= 0
            ? number.scaleByPowerOfTen(-3)
            : number;
    return seconds.compareTo(LATEST_SECOND) > 0
        ? OptionalLong.empty()
        : OptionalLong.of(seconds.scaleByPowerOfTen(6).longValue());
  }

  /** The point in time that a date without a zone means: UTC. */
  public static long of(LocalDateTime date) {
    return date.toEpochSecond(ZoneOffset.UTC) * MICROS + date.getNano() / 1_000;
  }

  /** The point in time that a date with a zone means. */
  public static long of(OffsetDateTime date) {
    return date.toEpochSecond() * MICROS + date.getNano() / 1_000;
  }

  /** ISO 8601 in UTC without a zone, with six digits of fraction unless it is zero. */
  public static String text(long micros) {
    var date = LocalDateTime.ofEpochSecond(Math.floorDiv(micros, MICROS), 0, ZoneOffset.UTC);
    var text = new StringBuilder(26);
    padded(text, date.getYear(), 4).append('-');
    padded(text, date.getMonthValue(), 2).append('-');
    padded(text, date.getDayOfMonth(), 2).append('T');
    padded(text, date.getHour(), 2).append(':');
    padded(text, date.getMinute(), 2).append(':');
    padded(text, date.getSecond(), 2);
    int fraction = (int) Math.floorMod(micros, MICROS);
    return (fraction == 0 ? text : padded(text.append('.'), fraction, 6)).toString();
  }

  /** The same, from milliseconds since 1970. */
  public static String textOfMillis(long millis) {
    var instant = Instant.ofEpochMilli(millis);
    return text(instant.getEpochSecond() * MICROS + instant.getNano() / 1_000);
  }

  private static int digitsAfter(char separator, String text, int start) {
    if (text.charAt(start - 1) != separator) {
      throw new NumberFormatException();
    }
    return digits(text, start, start + 2);
  }

  private static int digits(String text, int start, int end) {
    int number = 0;
    for (int i = start; i < end; i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        throw new NumberFormatException();
      }
      number = number * 10 + digit;
    }
    return number;
  }

  private static long fraction(String text, int start) {
    if (text.length() == start) {
      return 0;
    }
    int length = text.length() - start - 1;
    if (text.charAt(start) != '.' || length < 1 || length > 9) {
      throw new NumberFormatException();
    }
    int kept = Math.min(length, 6);
    digits(text, start + 1, text.length());
    long micros = digits(text, start + 1, start + 1 + kept);
    for (int i = kept; i < 6; i++) {
      micros *= 10;
    }
    return micros;
  }

  private static StringBuilder padded(StringBuilder text, int number, int width) {
    for (int bound = (int) Math.pow(10, width - 1.0); bound > number && bound > 1; bound /= 10) {
      text.append('0');
    }
    return text.append(number);
  }
}
