package io.hamstring.operator.telemetry;

import java.time.Instant;
import java.util.List;

/**
 * What a restarted operator must not forget of a stage's window.
 *
 * @param silentSince since when there is lag and nothing is committed, or null
 * @param recoveries oldest first
 * @param committed the sum of the committed offsets while it is silent, or null
 */
public record WindowMemory(Instant silentSince, List<WorkerRecovery> recoveries, Long committed) {

  /** Nothing to remember. */
  public static final WindowMemory EMPTY = new WindowMemory(null, List.of(), null);

  public WindowMemory {
    recoveries = List.copyOf(recoveries);
  }
}
