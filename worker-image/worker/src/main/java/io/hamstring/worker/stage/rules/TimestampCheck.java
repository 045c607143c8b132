package io.hamstring.worker.stage.rules;

import com.fasterxml.jackson.databind.JsonNode;
import io.hamstring.worker.stage.format.Timestamps;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.OptionalLong;

/**
 * A time in a format of Python's {@code strptime}. Where the format ends with seconds, parts of a
 * second may follow: Zeek writes them, HAMSTRING's sensor cuts them off.
 *
 * @param format as the user wrote it
 * @param formatter reads the format; not used for {@link #ISO}
 */
record TimestampCheck(String format, DateTimeFormatter formatter) implements FieldCheck {

  static final String TYPE = "Timestamp";

  /** The format of HAMSTRING's sensor. */
  static final String ISO = "%Y-%m-%dT%H:%M:%S";

  static TimestampCheck of(String format) {
    return new TimestampCheck(format, StrptimeFormat.formatter(format));
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public boolean accepts(JsonNode value) {
    return micros(value).isPresent();
  }

  /** The time in microseconds since 1970. */
  OptionalLong micros(JsonNode value) {
    if (!value.isTextual()) {
      return OptionalLong.empty();
    }
    if (format.equals(ISO)) {
      return Timestamps.ofLocal(value.textValue());
    }
    try {
      var parsed =
          formatter.parseBest(value.textValue(), OffsetDateTime::from, LocalDateTime::from);
      return OptionalLong.of(
          parsed instanceof OffsetDateTime zoned
              ? Timestamps.of(zoned)
              : Timestamps.of((LocalDateTime) parsed));
    } catch (DateTimeException notOne) {
      return OptionalLong.empty();
    }
  }
}
