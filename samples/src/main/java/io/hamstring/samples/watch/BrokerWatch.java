package io.hamstring.samples.watch;

import io.hamstring.samples.watch.Progress.End;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** Looks at the broker to see how far the stages have come. Confined to one thread. */
public final class BrokerWatch implements AutoCloseable {

  // A minute, Kafka's default, is a long time for somebody who watches.
  private static final Duration ANSWER_BOUND = Duration.ofSeconds(10);

  private final Admin admin;

  public BrokerWatch(String bootstrapServers) {
    admin =
        Admin.create(
            Map.of(
                "bootstrap.servers",
                bootstrapServers,
                "client.id",
                "hamstring-local-run",
                "request.timeout.ms",
                String.valueOf(ANSWER_BOUND.toMillis()),
                "default.api.timeout.ms",
                String.valueOf(ANSWER_BOUND.toMillis())));
  }

  /**
   * One look; topics that do not exist are left out.
   *
   * @throws KafkaException if the broker does not answer
   */
  public Progress look(List<WatchedStage> stages, Set<String> otherTopics)
      throws InterruptedException {
    try {
      var topics = new HashSet<>(otherTopics);
      stages.forEach(
          stage -> {
            topics.addAll(stage.inputs());
            topics.addAll(stage.outputs());
          });
      var partitions = partitions(topics);
      var committed = committed(stages);
      var stable = offsets(partitions, IsolationLevel.READ_COMMITTED);
      var ends = offsets(partitions, IsolationLevel.READ_UNCOMMITTED);
      var both = new HashMap<TopicPartition, End>();
      for (var partition : partitions) {
        both.put(partition, new End(ends.get(partition).offset(), stable.get(partition).offset()));
      }
      return new Progress(both, committed);
    } catch (ExecutionException e) {
      throw new KafkaException("the broker does not tell offsets", e.getCause());
    }
  }

  /** Whether {@code topic} exists. */
  public boolean exists(String topic) throws InterruptedException {
    try {
      return admin.listTopics().names().get().contains(topic);
    } catch (ExecutionException e) {
      throw new KafkaException("the broker does not tell its topics", e.getCause());
    }
  }

  @Override
  public void close() {
    admin.close(Duration.ofSeconds(2));
  }

  private List<TopicPartition> partitions(Set<String> topics)
      throws InterruptedException, ExecutionException {
    var existing = new HashSet<>(admin.listTopics().names().get());
    existing.retainAll(topics);
    var partitions = new ArrayList<TopicPartition>();
    for (var topic : admin.describeTopics(existing).allTopicNames().get().values()) {
      topic
          .partitions()
          .forEach(info -> partitions.add(new TopicPartition(topic.name(), info.partition())));
    }
    return partitions;
  }

  private Map<TopicPartition, ListOffsetsResult.ListOffsetsResultInfo> offsets(
      List<TopicPartition> partitions, IsolationLevel isolation)
      throws InterruptedException, ExecutionException {
    var latest = new HashMap<TopicPartition, OffsetSpec>();
    partitions.forEach(partition -> latest.put(partition, OffsetSpec.latest()));
    return admin.listOffsets(latest, new ListOffsetsOptions(isolation)).all().get();
  }

  private Map<String, Map<TopicPartition, Long>> committed(List<WatchedStage> stages)
      throws InterruptedException, ExecutionException {
    var specs = new HashMap<String, ListConsumerGroupOffsetsSpec>();
    stages.forEach(stage -> specs.put(stage.group(), new ListConsumerGroupOffsetsSpec()));
    var answer = admin.listConsumerGroupOffsets(specs);
    var committed = new HashMap<String, Map<TopicPartition, Long>>();
    for (var stage : stages) {
      var offsets = new HashMap<TopicPartition, Long>();
      answer
          .partitionsToOffsetAndMetadata(stage.group())
          .get()
          .forEach(
              (partition, offset) -> {
                if (offset != null) {
                  offsets.put(partition, offset.offset());
                }
              });
      committed.put(stage.name(), offsets);
    }
    return committed;
  }
}
