package io.hamstring.worker.stage.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hamstring.recovery.processing.InputRecord;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The id that the logserver gives a line: in a header, or as the key where HAMSTRING's own wrote.
 */
public final class MessageId {

  /** The header with the id, a UUID as text. */
  public static final String HEADER = "hamstring-server-message-id";

  private static final int LENGTH = 36;
  private static final Pattern UUID_TEXT =
      Pattern.compile("[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

  private MessageId() {}

  /** The id that a record carries, if it carries one. */
  public static Optional<String> of(InputRecord record) {
    return uuid(record.header(HEADER)).or(() -> uuid(record.key()));
  }

  private static Optional<String> uuid(byte[] text) {
    return text == null || text.length != LENGTH
        ? Optional.empty()
        : Optional.of(new String(text, UTF_8)).filter(id -> UUID_TEXT.matcher(id).matches());
  }
}
