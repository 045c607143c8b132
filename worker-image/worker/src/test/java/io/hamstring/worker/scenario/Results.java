package io.hamstring.worker.scenario;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Outcomes, one to a line of a file that outlives a run. The latest of a cell counts. */
final class Results {

  private final Path file;
  private final Map<Cell, Outcome> outcomes = new LinkedHashMap<>();

  private Results(Path file) {
    this.file = file;
  }

  /** Those of earlier runs, if {@code resume}; else none. */
  static Results in(Path file, boolean resume) throws IOException {
    var results = new Results(file);
    Files.createDirectories(file.toAbsolutePath().getParent());
    if (resume && Files.exists(file)) {
      Files.readAllLines(file).stream()
          .map(Outcome::of)
          .forEach(outcome -> results.outcomes.put(outcome.cell(), outcome));
    } else {
      Files.deleteIfExists(file);
    }
    return results;
  }

  /** A name that sorts by time. */
  static String stamp() {
    return Long.toString(System.currentTimeMillis(), Character.MAX_RADIX);
  }

  boolean has(Cell cell) {
    return outcomes.containsKey(cell);
  }

  boolean hasGood(Cell cell) {
    return outcomes.containsKey(cell) && outcomes.get(cell).isGood();
  }

  void add(Outcome outcome) throws IOException {
    outcomes.put(outcome.cell(), outcome);
    Files.writeString(
        file, outcome.line() + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  boolean areGood() {
    return outcomes.values().stream().allMatch(Outcome::isGood);
  }

  /** As a Markdown table. */
  List<String> table() {
    return Stream.concat(
            Stream.of(
                "| scenario | protocol | records | lost | doubled | out of order | longest wait | |",
                "|---|---|---|---|---|---|---|---|"),
            Cell.all().stream().filter(outcomes::containsKey).map(outcomes::get).map(Outcome::row))
        .toList();
  }
}
