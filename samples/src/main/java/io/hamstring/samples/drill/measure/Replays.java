package io.hamstring.samples.drill.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/** Counts work that was done again. */
public final class Replays {

  private Replays() {}

  /**
   * How often a record was worked on that had been worked on before.
   *
   * @param logs what each worker noted; a line that a killed worker did not end does not count
   */
  public static long in(Collection<Path> logs) throws IOException {
    Set<String> seen = new HashSet<>();
    long again = 0;
    for (var log : logs) {
      if (!Files.exists(log)) {
        continue;
      }
      var text = Files.readString(log);
      for (var line : text.substring(0, text.lastIndexOf('\n') + 1).split("\n")) {
        if (!line.isEmpty() && !seen.add(line)) {
          again++;
        }
      }
    }
    return again;
  }
}
