package io.hamstring.worker.scenario;

import io.hamstring.contract.settings.WorkerSettings.GroupProtocol;

/**
 * How a cell came out.
 *
 * @param records that the brokers acknowledged to the feed
 * @param lost of them that have no output
 * @param doubled of them that have more than one
 * @param disordered outputs that came before one of an earlier record of their partition
 * @param longestWait from a record's being written to its output's being read, in milliseconds, of
 *     those written since the workers were at work
 * @param took in seconds
 * @param note what did not happen in time, or empty
 */
record Outcome(
    Cell cell,
    long records,
    long lost,
    long doubled,
    long disordered,
    long longestWait,
    long took,
    String note) {

  private static final int COLUMNS = 9;

  /** Whether every record's effect is there once, in order, and everybody did what they had to. */
  boolean isGood() {
    return lost == 0 && doubled == 0 && disordered == 0 && note.isEmpty() && records > 0;
  }

  /** A line of a results file. */
  String line() {
    return String.join(
        "\t",
        cell.scenario().name(),
        cell.protocol().name(),
        String.valueOf(records),
        String.valueOf(lost),
        String.valueOf(doubled),
        String.valueOf(disordered),
        String.valueOf(longestWait),
        String.valueOf(took),
        note.replaceAll("\\s+", " "));
  }

  /** The outcome that a {@link #line()} tells of. */
  static Outcome of(String line) {
    var parts = line.split("\t", COLUMNS);
    return new Outcome(
        new Cell(Scenario.valueOf(parts[0]), GroupProtocol.valueOf(parts[1])),
        Long.parseLong(parts[2]),
        Long.parseLong(parts[3]),
        Long.parseLong(parts[4]),
        Long.parseLong(parts[5]),
        Long.parseLong(parts[6]),
        Long.parseLong(parts[7]),
        parts[8]);
  }

  /** A row of the table. */
  String row() {
    return "| %s | %s | %d | %d | %d | %d | %.1f s | %s |"
        .formatted(
            cell.scenario().words(),
            cell.protocol().id(),
            records,
            lost,
            doubled,
            disordered,
            longestWait / 1000.0,
            note);
  }
}
