package io.hamstring.operator.telemetry;

import java.time.Instant;
import java.util.List;

/**
 * A partition whose readers wait behind an open transaction.
 *
 * @param lastStable where they stop
 * @param since when that was first seen
 * @param by whom, as far as it is known
 * @param unknownBecause why it is not known, or null
 */
public record Blockage(
    Partition partition,
    long lastStable,
    Instant since,
    List<OpenTransaction> by,
    String unknownBecause) {

  public Blockage {
    by = List.copyOf(by);
  }

  /** When it began, as far back as anybody knows. */
  public Instant began() {
    return by.stream()
        .map(OpenTransaction::startedAt)
        .filter(start -> start != null && start.isBefore(since))
        .min(Instant::compareTo)
        .orElse(since);
  }
}
