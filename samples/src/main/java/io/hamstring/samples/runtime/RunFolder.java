package io.hamstring.samples.runtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;

/**
 * The folder of one run: logs, the broker's data, KUBECONFIG, report. The newest three are kept.
 *
 * @param path absolute
 */
public record RunFolder(Path path) implements AutoCloseable {

  private static final int KEPT = 3;
  private static final DateTimeFormatter NAME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

  /** Makes a new folder in {@code parent}, named by the time and this process. */
  public static RunFolder create(Path parent) throws IOException {
    var name = NAME.format(LocalDateTime.now()) + "-" + ProcessHandle.current().pid();
    return new RunFolder(Files.createDirectories(parent.resolve(name)).toAbsolutePath());
  }

  /** Removes the data of older runs that nobody runs any more. */
  @Override
  public void close() throws IOException {
    var folders = siblings();
    for (var old : folders.subList(0, Math.max(0, folders.size() - KEPT))) {
      if (!isInUse(old)) {
        delete(old);
      }
    }
  }

  private List<Path> siblings() throws IOException {
    try (var all = Files.list(path.getParent())) {
      return all.filter(Files::isDirectory)
          .filter(folder -> folder.getFileName().toString().matches("\\d{8}-\\d{6}-\\d+"))
          .sorted()
          .toList();
    }
  }

  private static boolean isInUse(Path folder) {
    var name = folder.getFileName().toString();
    long pid = Long.parseLong(name.substring(name.lastIndexOf('-') + 1));
    return ProcessHandle.of(pid).isPresent();
  }

  private static void delete(Path folder) throws IOException {
    try (var all = Files.walk(folder)) {
      for (var one : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(one);
      }
    }
  }
}
