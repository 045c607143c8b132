package io.hamstring.operator.telemetry;

/** What names a stage in a cluster. */
public record StageKey(PipelineKey pipeline, String stage) implements Comparable<StageKey> {

  @Override
  public int compareTo(StageKey other) {
    var byPipeline = pipeline.compareTo(other.pipeline);
    return byPipeline != 0 ? byPipeline : stage.compareTo(other.stage);
  }

  @Override
  public String toString() {
    return pipeline + "/" + stage;
  }
}
