package io.hamstring.samples.traffic;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * The lines of a log file, plain or gzipped, byte for byte as they stand. Empty lines are left out.
 */
public final class LogFile implements Closeable {

  /** The longest line that fits into a Kafka record by the broker's defaults, in bytes. */
  public static final int LONGEST_LINE = 900_000;

  private static final int BUFFER = 1 << 16;

  private final Path path;
  private final InputStream bytes;
  private long number;

  private LogFile(Path path, InputStream bytes) {
    this.path = path;
    this.bytes = bytes;
  }

  /**
   * Opens {@code path}; what it holds decides whether it is gzipped, not its name.
   *
   * @throws IOException whose message names the file and what is wrong with it
   */
  public static LogFile open(Path path) throws IOException {
    if (!Files.exists(path)) {
      throw new IOException(path + " does not exist");
    }
    if (Files.isDirectory(path)) {
      throw new IOException(path + " is a folder; name a file of JSON lines, plain or gzipped");
    }
    if (!Files.isReadable(path)) {
      throw new IOException(path + " may not be read by this user");
    }
    var raw = new BufferedInputStream(Files.newInputStream(path), BUFFER);
    try {
      return new LogFile(path, gzipped(raw) ? unzipped(raw) : raw);
    } catch (IOException e) {
      raw.close();
      throw new IOException(path + " is no valid gzip file: " + e.getMessage(), e);
    }
  }

  /**
   * Reads the whole file, so that what is wrong with it shows before anything is fed.
   *
   * @return how many lines it holds, at least one, of which one at least is a JSON object
   * @throws IOException whose message names the file and what is wrong with it
   */
  public static long count(Path path) throws IOException {
    try (var file = open(path)) {
      long lines = 0;
      boolean anyObject = false;
      for (var line = file.next(); line.isPresent(); line = file.next()) {
        lines++;
        anyObject |= firstCharacter(line.get()) == '{';
      }
      if (lines == 0) {
        throw new IOException(path + " is empty");
      }
      if (!anyObject) {
        throw new IOException(path + " holds no JSON lines: none of its lines begins with '{'");
      }
      return lines;
    }
  }

  /** The next line without its end, or nothing at the end of the file. */
  public Optional<byte[]> next() throws IOException {
    var line = new ByteArrayOutputStream(512);
    while (true) {
      int one = read();
      if (one >= 0 && one != '\n') {
        line.write(one);
        if (line.size() > LONGEST_LINE) {
          throw new IOException(
              path
                  + ": line "
                  + (number + 1)
                  + " is longer than "
                  + LONGEST_LINE
                  + " bytes, which no Kafka record holds");
        }
        continue;
      }
      number++;
      var trimmed = withoutCarriageReturn(line.toByteArray());
      if (trimmed.length > 0) {
        return Optional.of(trimmed);
      }
      if (one < 0) {
        return Optional.empty();
      }
      line.reset();
    }
  }

  @Override
  public void close() throws IOException {
    bytes.close();
  }

  private int read() throws IOException {
    try {
      return bytes.read();
    } catch (EOFException | ZipException e) {
      throw new IOException(
          path + " is damaged after line " + number + ": its gzip stream ends or breaks there", e);
    }
  }

  private static boolean gzipped(BufferedInputStream bytes) throws IOException {
    bytes.mark(2);
    boolean magic = bytes.read() == 0x1f && bytes.read() == 0x8b;
    bytes.reset();
    return magic;
  }

  private static InputStream unzipped(InputStream raw) throws IOException {
    return new BufferedInputStream(new GZIPInputStream(raw, BUFFER), BUFFER);
  }

  private static byte[] withoutCarriageReturn(byte[] line) {
    int end = line.length > 0 && line[line.length - 1] == '\r' ? line.length - 1 : line.length;
    return end == line.length ? line : Arrays.copyOf(line, end);
  }

  private static int firstCharacter(byte[] line) {
    for (byte one : line) {
      if (!Character.isWhitespace(one)) {
        return one;
      }
    }
    return -1;
  }
}
