package io.hamstring.operator.telemetry.watch;

import io.hamstring.operator.telemetry.ClusterReach;
import io.hamstring.operator.telemetry.CommittedOffset;
import io.hamstring.operator.telemetry.Figure;
import io.hamstring.operator.telemetry.GroupView;
import io.hamstring.operator.telemetry.Partition;
import io.hamstring.operator.telemetry.PartitionFigures;
import io.hamstring.operator.telemetry.TransactionView;
import io.hamstring.operator.telemetry.watch.SweepListener.GrownTopic;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/**
 * Everything that is asked of one cluster in one look, in a handful of batched calls: the cost
 * grows with groups and partitions, not with pipelines. Confined to the cluster's own thread.
 */
final class ClusterSweep {

  private final Admin admin;
  private final Duration bound;

  private ClusterReach reach = ClusterReach.REACHED;
  private Answers<String, TopicDescription> topics;
  private Map<String, Exception> made = Map.of();
  private List<GrownTopic> grown = List.of();
  private Map<String, Exception> notGrown = Map.of();
  private Answers<String, Map<TopicPartition, OffsetAndMetadata>> committed;
  private Answers<String, ConsumerGroupDescription> groups;
  private Answers<TopicPartition, ListOffsetsResultInfo> starts;
  private Answers<TopicPartition, ListOffsetsResultInfo> stable;
  private Answers<TopicPartition, ListOffsetsResultInfo> ends;
  private TransactionSweep transactions;

  private ClusterSweep(Admin admin, Duration bound) {
    this.admin = admin;
    this.bound = bound;
  }

  /** Asks the cluster; never fails, but may come back with nothing but a reason. */
  static ClusterSweep of(
      Admin admin,
      Collection<WatchedPipeline> pipelines,
      Stands stands,
      Clock clock,
      Duration bound)
      throws InterruptedException {
    var sweep = new ClusterSweep(admin, bound);
    sweep.ask(pipelines);
    if (sweep.reach.isReached()) {
      sweep.askTransactions(stands, clock.instant());
    }
    return sweep;
  }

  private void askTransactions(Stands stands, Instant now) throws InterruptedException {
    stands.see(
        TransactionSweep.blocked(
            stable.map(ListOffsetsResultInfo::offset), ends.map(ListOffsetsResultInfo::offset)),
        now);
    transactions = TransactionSweep.of(admin, stands.noticed(now), bound);
  }

  /** What is known of open transactions around a stage. */
  TransactionView transactions(WatchedStage stage) {
    return transactions.view(stage.key(), stage.inputs());
  }

  private void ask(Collection<WatchedPipeline> pipelines) throws InterruptedException {
    var stages = pipelines.stream().flatMap(pipeline -> pipeline.stages().stream()).toList();
    var nodes = admin.describeCluster().nodes();
    var descriptions = admin.describeTopics(namesOf(pipelines)).topicNameValues();
    var offsets = committedOffsets(stages);
    var members = admin.describeConsumerGroups(groupsOf(stages)).describedGroups();

    var cluster = Answers.await(Map.of("nodes", nodes), bound);
    if (cluster.failureOf("nodes").isPresent()) {
      reach = AdminFailures.reach(cluster.failureOf("nodes").get());
      return;
    }
    topics = Answers.await(descriptions, bound);
    var keeper = new TopicKeeper(admin, bound);
    made =
        keeper.keep(
            pipelines.stream().flatMap(pipeline -> pipeline.keptTopics().stream()).toList(),
            topics,
            cluster.of("nodes").orElseThrow().size());
    grown = keeper.grown();
    notGrown = keeper.notGrown();
    committed = Answers.await(offsets, bound);
    groups = Answers.await(members, bound);
    askOffsets(inputPartitions(stages));
  }

  /** Topics that it gave partitions. */
  List<GrownTopic> grown() {
    return grown;
  }

  /** Why a topic got none of the partitions that it was to get; empty when it has enough. */
  Optional<Exception> growthFaultOf(String topic) {
    return Optional.ofNullable(notGrown.get(topic));
  }

  private void askOffsets(Set<TopicPartition> partitions) throws InterruptedException {
    var earliest = offsets(partitions, OffsetSpec.earliest(), IsolationLevel.READ_UNCOMMITTED);
    var lastStable = offsets(partitions, OffsetSpec.latest(), IsolationLevel.READ_COMMITTED);
    var latest = offsets(partitions, OffsetSpec.latest(), IsolationLevel.READ_UNCOMMITTED);
    starts = Answers.await(earliest, bound);
    stable = Answers.await(lastStable, bound);
    ends = Answers.await(latest, bound);
  }

  private Map<TopicPartition, KafkaFuture<ListOffsetsResultInfo>> offsets(
      Set<TopicPartition> partitions, OffsetSpec spec, IsolationLevel isolation) {
    var asked = partitions.stream().collect(Collectors.toMap(Function.identity(), p -> spec));
    var result = admin.listOffsets(asked, new ListOffsetsOptions(isolation));
    return partitions.stream()
        .collect(Collectors.toMap(Function.identity(), result::partitionResult));
  }

  private Map<String, KafkaFuture<Map<TopicPartition, OffsetAndMetadata>>> committedOffsets(
      List<WatchedStage> stages) {
    var specs = new HashMap<String, ListConsumerGroupOffsetsSpec>();
    groupsOf(stages).forEach(group -> specs.put(group, new ListConsumerGroupOffsetsSpec()));
    var result = admin.listConsumerGroupOffsets(specs);
    return specs.keySet().stream()
        .collect(Collectors.toMap(Function.identity(), result::partitionsToOffsetAndMetadata));
  }

  private Set<TopicPartition> inputPartitions(List<WatchedStage> stages) {
    return stages.stream()
        .flatMap(stage -> stage.inputs().stream())
        .distinct()
        .flatMap(topic -> partitionsOf(topic).stream())
        .collect(Collectors.toSet());
  }

  private List<TopicPartition> partitionsOf(String topic) {
    return topics
        .of(topic)
        .map(
            description ->
                description.partitions().stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList())
        .orElse(List.of());
  }

  private static Set<String> namesOf(Collection<WatchedPipeline> pipelines) {
    var names = new TreeSet<String>();
    for (var pipeline : pipelines) {
      pipeline.keptTopics().forEach(topic -> names.add(topic.name()));
      for (var stage : pipeline.stages()) {
        names.addAll(stage.inputs());
        names.addAll(stage.outputs());
      }
    }
    return names;
  }

  private static Set<String> groupsOf(List<WatchedStage> stages) {
    return stages.stream().map(WatchedStage::group).collect(Collectors.toCollection(TreeSet::new));
  }

  /** How asking went. */
  ClusterReach reach() {
    return reach;
  }

  /** Why nothing is known of a topic; empty when it is there, or was made just now. */
  Optional<Exception> faultOf(String topic) {
    if (made.containsKey(topic)) {
      return Optional.ofNullable(made.get(topic));
    }
    return topics.failureOf(topic);
  }

  /** Whether the fault of a topic is that it was to be created and was not. */
  boolean isNotCreated(String topic) {
    return made.get(topic) != null;
  }

  /** The failure to read a group's offsets or members, if one failed. */
  Optional<Exception> faultOfGroup(String group) {
    return committed
        .failureOf(group)
        .or(() -> groups.failureOf(group))
        .filter(failure -> !AdminFailures.isAbsentGroup(failure));
  }

  /** The members of a group; none when Kafka does not know it. */
  GroupView group(String group) {
    if (groups.failureOf(group).filter(AdminFailures::isAbsentGroup).isPresent()) {
      return GroupView.of(List.of());
    }
    return groups
        .of(group)
        .map(Members::of)
        .orElseGet(() -> GroupView.unknown(groups.whyNot(group)));
  }

  /**
   * Where a group stands in its topics: every partition that is there, and those that are not any
   * more but in which it has committed.
   */
  Map<Partition, PartitionFigures> figures(String group, List<String> inputs) {
    var partitions = new ArrayList<TopicPartition>();
    for (var topic : inputs) {
      partitions.addAll(partitionsOf(topic));
    }
    committed
        .of(group)
        .ifPresent(
            offsets ->
                offsets.keySet().stream()
                    .filter(partition -> inputs.contains(partition.topic()))
                    .filter(partition -> !partitions.contains(partition))
                    .forEach(partitions::add));
    var figures = new HashMap<Partition, PartitionFigures>();
    for (var partition : partitions) {
      figures.put(
          new Partition(partition.topic(), partition.partition()),
          new PartitionFigures(
              committed(group, partition),
              figure(starts, partition),
              figure(stable, partition),
              figure(ends, partition)));
    }
    return figures;
  }

  private CommittedOffset committed(String group, TopicPartition partition) {
    if (committed.failureOf(group).filter(AdminFailures::isAbsentGroup).isPresent()) {
      return CommittedOffset.NONE;
    }
    return committed
        .of(group)
        .map(
            offsets -> {
              var offset = offsets.get(partition);
              return offset == null ? CommittedOffset.NONE : CommittedOffset.at(offset.offset());
            })
        .orElseGet(() -> CommittedOffset.unknown(committed.whyNot(group)));
  }

  private Figure figure(
      Answers<TopicPartition, ListOffsetsResultInfo> answers, TopicPartition partition) {
    return answers
        .of(partition)
        .map(info -> Figure.of(info.offset()))
        .orElseGet(
            () ->
                Figure.unknown(
                    answers.failureOf(partition).isPresent()
                        ? answers.whyNot(partition)
                        : "the partition does not exist"));
  }
}
