package io.hamstring.operator.telemetry;

import java.time.Instant;
import java.util.List;

/**
 * What a restarted operator must not forget of a stage's window.
 *
 * @param silentSince since when there is lag and nothing is committed, or null
 * @param recoveries oldest first
 */
public record WindowMemory(Instant silentSince, List<WorkerRecovery> recoveries) {

  /** Nothing to remember. */
  public static final WindowMemory EMPTY = new WindowMemory(null, List.of());

  public WindowMemory {
    recoveries = List.copyOf(recoveries);
  }
}
