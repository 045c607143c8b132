package io.hamstring.operator.telemetry;

/** What names a pipeline in a cluster. */
public record PipelineKey(String namespace, String name) implements Comparable<PipelineKey> {

  /** A stage of this pipeline. */
  public StageKey stage(String stage) {
    return new StageKey(this, stage);
  }

  @Override
  public int compareTo(PipelineKey other) {
    var byNamespace = namespace.compareTo(other.namespace);
    return byNamespace != 0 ? byNamespace : name.compareTo(other.name);
  }

  @Override
  public String toString() {
    return namespace + "/" + name;
  }
}
