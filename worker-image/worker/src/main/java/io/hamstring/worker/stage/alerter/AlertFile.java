package io.hamstring.worker.stage.alerter;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The file that alerts are appended to, one a line; with rotation one file a day, named {@code
 * alerts-2025-06-01.txt} by the day of the alert, so that a replay writes to the same file. Files
 * of days before the retention are removed once a day. A batch is one write; a line that a crash
 * cut off is ended before the next is begun. Safe for several threads.
 */
final class AlertFile {

  private final AlerterSettings settings;
  private final Clock clock;
  private final ReentrantLock writing = new ReentrantLock();
  private final AtomicReference<LocalDate> swept = new AtomicReference<>(LocalDate.MIN);

  /** Nothing is opened before the first alert. */
  AlertFile(AlerterSettings settings, Clock clock) {
    this.settings = settings;
    this.clock = clock;
  }

  /** Appends alerts. */
  void append(List<Line> lines) throws IOException {
    var byFile = new TreeMap<Path, ByteArrayOutputStream>();
    for (var line : lines) {
      var out = byFile.computeIfAbsent(fileOf(line.timestamp), file -> new ByteArrayOutputStream());
      out.writeBytes(line.text);
      out.write('\n');
    }
    writing.lock();
    try {
      for (var file : byFile.entrySet()) {
        append(file.getKey(), file.getValue());
      }
      sweep();
    } finally {
      writing.unlock();
    }
  }

  /**
   * An alert on its way into the file.
   *
   * @param timestamp milliseconds since 1970
   * @param text one line of JSON
   */
  @SuppressWarnings("ArrayRecordComponent")
  record Line(long timestamp, byte[] text) {}

  private Path fileOf(long timestamp) {
    var path = settings.logFilePath();
    if (!settings.rotate()) {
      return path;
    }
    var day = LocalDate.ofInstant(Instant.ofEpochMilli(timestamp), ZoneOffset.UTC);
    return path.resolveSibling(stem() + "-" + day + extension());
  }

  private static void append(Path file, ByteArrayOutputStream lines) throws IOException {
    var folder = file.toAbsolutePath().getParent();
    Files.createDirectories(folder);
    var bytes = new ByteArrayOutputStream(lines.size() + 1);
    if (endsInMidLine(file)) {
      bytes.write('\n');
    }
    lines.writeTo(bytes);
    Files.write(file, bytes.toByteArray(), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private static boolean endsInMidLine(Path file) throws IOException {
    if (!Files.exists(file) || Files.size(file) == 0) {
      return false;
    }
    try (var content = new RandomAccessFile(file.toFile(), "r")) {
      content.seek(content.length() - 1);
      return content.read() != '\n';
    }
  }

  private void sweep() throws IOException {
    var today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    if (!settings.rotate() || today.equals(swept.getAndSet(today))) {
      return;
    }
    var oldest = today.minusDays(settings.retentionDays());
    for (var file : rotated()) {
      if (dayOf(file).isBefore(oldest)) {
        Files.deleteIfExists(file);
      }
    }
  }

  private List<Path> rotated() throws IOException {
    var files = new ArrayList<Path>();
    DirectoryStream.Filter<Path> ours =
        file -> {
          var name = file.getFileName().toString();
          return name.startsWith(stem() + "-") && name.endsWith(extension());
        };
    var folder = settings.logFilePath().toAbsolutePath().getParent();
    try (var found = Files.newDirectoryStream(folder, ours)) {
      found.forEach(files::add);
    }
    return files;
  }

  /** The day in a file's name; the last of all days for a file that is not ours. */
  private LocalDate dayOf(Path file) {
    var name = file.getFileName().toString();
    try {
      return LocalDate.parse(
          name.substring(stem().length() + 1, name.length() - extension().length()));
    } catch (DateTimeParseException notOurs) {
      return LocalDate.MAX;
    }
  }

  private String stem() {
    var name = settings.logFilePath().getFileName().toString();
    return name.substring(0, name.length() - extension().length());
  }

  private String extension() {
    var name = settings.logFilePath().getFileName().toString();
    int dot = name.lastIndexOf('.');
    return dot <= 0 ? "" : name.substring(dot);
  }
}
