package io.hamstring.operator.telemetry.watch;

import io.hamstring.operator.telemetry.ClusterTraits.Needs;
import io.hamstring.operator.telemetry.PipelineKey;
import java.util.List;

/**
 * What a sweep must know of a pipeline.
 *
 * @param needs what it needs of the cluster
 * @param keptTopics topics that are the operator's to make; empty when they are not
 */
public record WatchedPipeline(
    PipelineKey key,
    Cluster cluster,
    Needs needs,
    List<KeptTopic> keptTopics,
    List<WatchedStage> stages) {

  public WatchedPipeline {
    keptTopics = List.copyOf(keptTopics);
    stages = List.copyOf(stages);
  }

  /** One that works with any cluster. */
  public WatchedPipeline(
      PipelineKey key, Cluster cluster, List<KeptTopic> keptTopics, List<WatchedStage> stages) {
    this(key, cluster, Needs.NONE, keptTopics, stages);
  }
}
