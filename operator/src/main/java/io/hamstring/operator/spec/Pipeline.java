package io.hamstring.operator.spec;

import io.hamstring.contract.settings.WorkerSettings;
import java.util.List;

/**
 * A pipeline as it is to run: complete, valid, nothing left to look up.
 *
 * @param suspend whether all workers are to stop
 * @param kafka how its workers reach the cluster
 * @param access how its workers and the operator prove there who they are
 * @param createTopics whether missing topics and partitions are to be made
 * @param topics every topic that the pipeline reads or writes, by name
 * @param stages in the order of the spec
 */
public record Pipeline(
    PipelineIdentity identity,
    boolean suspend,
    WorkerSettings.Kafka kafka,
    KafkaAccess access,
    WorkerSettings.Timeouts timeouts,
    boolean createTopics,
    List<WantedTopic> topics,
    List<PipelineStage> stages,
    Alerts alerts,
    Guard guard) {

  public Pipeline {
    topics = List.copyOf(topics);
    stages = List.copyOf(stages);
  }

  /** The same with other stages. */
  public Pipeline with(List<PipelineStage> others) {
    return new Pipeline(
        identity, suspend, kafka, access, timeouts, createTopics, topics, others, alerts, guard);
  }

  Pipeline with(KafkaAccess other) {
    return new Pipeline(
        identity, suspend, kafka, other, timeouts, createTopics, topics, stages, alerts, guard);
  }

  /** Partitions that topics are to have at least; 0 when it has no topics. */
  public int partitions() {
    return topics.stream().mapToInt(WantedTopic::partitions).max().orElse(0);
  }

  public String namespace() {
    return identity.namespace();
  }

  public String name() {
    return identity.name();
  }

  public String uid() {
    return identity.uid();
  }
}
