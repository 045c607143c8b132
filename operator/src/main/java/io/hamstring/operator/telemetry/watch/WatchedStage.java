package io.hamstring.operator.telemetry.watch;

import io.hamstring.contract.settings.WorkerSettings.OffsetReset;
import io.hamstring.operator.telemetry.StageKey;
import java.time.Duration;
import java.util.List;

/**
 * What a sweep must know of a stage.
 *
 * @param outputs topics it writes, dead letters and audit included
 * @param span how far back its window is to reach
 */
public record WatchedStage(
    StageKey key,
    String group,
    OffsetReset start,
    List<String> inputs,
    List<String> outputs,
    Duration span) {

  public WatchedStage {
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
  }
}
