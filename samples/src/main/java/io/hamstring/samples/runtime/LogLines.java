package io.hamstring.samples.runtime;

import io.hamstring.samples.traffic.DnsTraffic;
import io.hamstring.samples.traffic.LogFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Where the feed takes its lines from; it hands them out one by one, and ends or does not. */
public interface LogLines extends AutoCloseable {

  /** The next line, or nothing at the end. */
  Optional<byte[]> next() throws IOException;

  @Override
  default void close() throws IOException {}

  /** The first {@code count} lines of generated traffic. */
  static LogLines generated(DnsTraffic traffic, long count) {
    return new LogLines() {
      private long left = count;

      @Override
      public Optional<byte[]> next() {
        return left-- > 0 ? Optional.of(traffic.next()) : Optional.empty();
      }
    };
  }

  /** The first {@code count} lines of a file. */
  static LogLines of(Path path, long count) throws IOException {
    var file = LogFile.open(path);
    return new LogLines() {
      private long left = count;

      @Override
      public Optional<byte[]> next() throws IOException {
        return left-- > 0 ? file.next() : Optional.empty();
      }

      @Override
      public void close() throws IOException {
        file.close();
      }
    };
  }
}
