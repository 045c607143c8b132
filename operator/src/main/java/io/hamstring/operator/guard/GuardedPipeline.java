package io.hamstring.operator.guard;

import io.hamstring.operator.telemetry.PipelineKey;
import java.util.List;

/** What the guard must know of a pipeline. */
public record GuardedPipeline(PipelineKey key, List<GuardedStage> stages) {

  public GuardedPipeline {
    stages = List.copyOf(stages);
  }
}
