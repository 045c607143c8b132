package io.hamstring.worker.kafka;

import io.hamstring.recovery.port.AssignmentListener;
import io.hamstring.recovery.port.Committed;
import io.hamstring.recovery.port.Input;
import io.hamstring.recovery.port.LogRange;
import io.hamstring.recovery.port.Membership;
import io.hamstring.recovery.port.Polled;
import io.hamstring.recovery.port.Position;
import io.hamstring.recovery.processing.InputRecord;
import io.hamstring.recovery.processing.Partition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A consumer that is subscribed, or about to be. Confined to one thread. */
final class KafkaInput implements Input {

  private static final Logger LOG = LoggerFactory.getLogger(KafkaInput.class);

  /** Records of each partition that are read to get ready, polls that takes, and their length. */
  private static final int REHEARSED = 100;

  private static final int REHEARSALS = 5;
  private static final Duration REHEARSAL = Duration.ofMillis(50);

  private final Consumer<byte[], byte[]> consumer;
  private final Grants grants;
  private final Runnable endMetrics;
  private final Map<TopicPartition, Partition> partitions = new HashMap<>();
  private List<String> topics = List.of();
  private Supplier<Map<String, String>> askTopicIds = Map::of;
  private Map<String, String> topicIds = Map.of();
  private final Metric received;
  private double receivedBefore;
  private long heardAt = System.nanoTime();

  KafkaInput(Consumer<byte[], byte[]> consumer, Grants grants, Runnable endMetrics) {
    this.consumer = consumer;
    this.grants = grants;
    this.endMetrics = endMetrics;
    this.received =
        consumer.metrics().entrySet().stream()
            .filter(metric -> metric.getKey().group().equals("consumer-metrics"))
            .filter(metric -> metric.getKey().name().equals("incoming-byte-total"))
            .map(Map.Entry::getValue)
            .findFirst()
            .orElseThrow();
  }

  /** The topics of {@code topics} that the cluster does not have. */
  List<String> missing(List<String> topics, Duration timeout) {
    return answered(
        KafkaCall.OPEN_INPUT,
        () ->
            topics.stream()
                .filter(
                    topic -> {
                      var found = consumer.partitionsFor(topic, timeout);
                      return found == null || found.isEmpty();
                    })
                .toList());
  }

  /** Subscribes; membership comes with polling. */
  void subscribe(
      List<String> inputs,
      Map<String, String> ids,
      Supplier<Map<String, String>> askIds,
      AssignmentListener listener) {
    topics = inputs;
    topicIds = ids;
    askTopicIds = askIds;
    answered(
        KafkaCall.OPEN_INPUT,
        () -> {
          consumer.subscribe(inputs, new AssignmentCallbacks(listener));
          return null;
        });
  }

  /**
   * Reads the latest records of partitions without being a member; without any, as many polls as
   * one would take.
   */
  void rehearse(Set<Partition> all, Duration timeout) {
    var ranges = ranges(all, timeout);
    answered(
        KafkaCall.READ_OFFSETS,
        () -> {
          consumer.assign(Partitions.client(ranges.keySet()));
          ranges.forEach(
              (partition, range) ->
                  consumer.seek(
                      Partitions.client(partition),
                      Math.max(range.start(), range.end() - REHEARSED)));
          return null;
        });
    for (int polls = 0; polls < REHEARSALS; polls++) {
      poll(REHEARSAL);
    }
    answered(
        KafkaCall.READ_OFFSETS,
        () -> {
          consumer.unsubscribe();
          return null;
        });
  }

  @Override
  public Polled poll(Duration timeout) {
    try {
      return polled(consumer.poll(timeout));
    } catch (NoOffsetForPartitionException none) {
      return new Polled(Map.of(), Map.of(), Partitions.of(none.partitions()), Map.of());
    } catch (LogTruncationException cut) {
      // A subclass that also says where the log still agrees with what was read.
      var divergent = new HashMap<Partition, Long>();
      cut.offsetOutOfRangePartitions()
          .forEach((partition, offset) -> divergent.put(partition(partition), offset));
      cut.divergentOffsets()
          .forEach((partition, offset) -> divergent.put(partition(partition), offset.offset()));
      return new Polled(Map.of(), Map.of(), Set.of(), divergent);
    } catch (OffsetOutOfRangeException gone) {
      var outOfRange = new HashMap<Partition, Long>();
      gone.offsetOutOfRangePartitions()
          .forEach((partition, offset) -> outOfRange.put(partition(partition), offset));
      return new Polled(Map.of(), Map.of(), Set.of(), outOfRange);
    } catch (RuntimeException failure) {
      if (KafkaFailures.isWakeUp(failure)) {
        return Polled.NOTHING;
      }
      throw grants.failed(KafkaCall.POLL, failure);
    }
  }

  @Override
  public void wakeUp() {
    consumer.wakeup();
  }

  @Override
  public Membership membership() {
    var metadata = consumer.groupMetadata();
    return new Membership(
        metadata.groupId(),
        metadata.generationId(),
        metadata.memberId(),
        metadata.groupInstanceId().orElse(null));
  }

  @Override
  public void pause(Set<Partition> toPause) {
    consumer.pause(assignedAmong(toPause));
  }

  @Override
  public void resume(Set<Partition> toResume) {
    consumer.resume(assignedAmong(toResume));
  }

  @Override
  public void seek(Partition partition, Position position) {
    answered(
        KafkaCall.READ_OFFSETS,
        () -> {
          consumer.seek(Partitions.client(partition), Partitions.client(position, ""));
          return null;
        });
  }

  @Override
  public Map<Partition, Committed> committed(Set<Partition> asked, Duration timeout) {
    return answered(
        KafkaCall.READ_OFFSETS,
        () -> {
          var committed = new HashMap<Partition, Committed>();
          consumer
              .committed(Partitions.client(asked), timeout)
              .forEach(
                  (partition, offset) -> {
                    if (offset != null) {
                      committed.put(
                          partition(partition),
                          new Committed(Partitions.position(offset), offset.metadata()));
                    }
                  });
          return committed;
        });
  }

  @Override
  public Map<Partition, Long> ends(Set<Partition> asked, Duration timeout) {
    return answered(
        KafkaCall.READ_OFFSETS,
        () -> {
          var ends = new HashMap<Partition, Long>();
          consumer
              .endOffsets(Partitions.client(asked), timeout)
              .forEach((partition, end) -> ends.put(partition(partition), end));
          return ends;
        });
  }

  @Override
  public Map<Partition, LogRange> ranges(Set<Partition> asked, Duration timeout) {
    return answered(
        KafkaCall.READ_OFFSETS,
        () -> {
          var client = Partitions.client(asked);
          var half = timeout.dividedBy(2);
          var starts = consumer.beginningOffsets(client, half);
          var ends = consumer.endOffsets(client, half);
          var ranges = new HashMap<Partition, LogRange>();
          starts.forEach(
              (partition, start) -> {
                var end = ends.get(partition);
                if (start != null && end != null) {
                  ranges.put(partition(partition), new LogRange(start, end));
                }
              });
          return ranges;
        });
  }

  @Override
  public Set<Partition> partitions(Duration timeout) {
    return partitions(topics, timeout);
  }

  /** All partitions of those of {@code named} that exist. */
  Set<Partition> partitions(List<String> named, Duration timeout) {
    return answered(
        KafkaCall.READ_OFFSETS,
        () -> {
          var found = new HashSet<Partition>();
          for (var topic : named) {
            var known = consumer.partitionsFor(topic, timeout);
            if (known != null) {
              known.forEach(each -> found.add(new Partition(topic, each.partition())));
            }
          }
          return found;
        });
  }

  @Override
  public Map<String, String> topicIds(boolean afresh) {
    if (afresh) {
      topicIds = answered(KafkaCall.READ_OFFSETS, askTopicIds);
    }
    return topicIds;
  }

  /**
   * Since anything came from any broker, as far as these calls saw it: fetches and heartbeats bring
   * something every few seconds. The age of the latest heartbeat would not do: a classic member
   * goes on sending them to a coordinator that does not answer.
   */
  @Override
  public Duration silence() {
    var now = System.nanoTime();
    if (received.metricValue() instanceof Double bytes && bytes != receivedBefore) {
      receivedBefore = bytes;
      heardAt = now;
    }
    return Duration.ofNanos(now - heardAt);
  }

  @Override
  public void close(Duration timeout) {
    try {
      consumer.close(
          CloseOptions.timeout(timeout)
              .withGroupMembershipOperation(GroupMembershipOperation.LEAVE_GROUP));
    } catch (RuntimeException failure) {
      // The client has let go of its connections all the same.
      LOG.debug("closing the consumer", failure);
    } finally {
      endMetrics.run();
    }
  }

  private Polled polled(ConsumerRecords<byte[], byte[]> fetched) {
    var next = fetched.nextOffsets();
    if (fetched.isEmpty() && next.isEmpty()) {
      return Polled.NOTHING;
    }
    var positions = new HashMap<Partition, Position>();
    next.forEach(
        (partition, offset) -> positions.put(partition(partition), Partitions.position(offset)));
    var records = new HashMap<Partition, List<InputRecord>>();
    for (var partition : fetched.partitions()) {
      var ours = partition(partition);
      var theirs = fetched.records(partition);
      var wrapped = new ArrayList<InputRecord>(theirs.size());
      for (var record : theirs) {
        wrapped.add(new KafkaRecord(ours, record));
      }
      records.put(ours, wrapped);
    }
    return new Polled(records, positions, Set.of(), Map.of());
  }

  private Set<TopicPartition> assignedAmong(Collection<Partition> wanted) {
    var assigned = new HashSet<>(Partitions.client(wanted));
    assigned.retainAll(consumer.assignment());
    return assigned;
  }

  private Partition partition(TopicPartition partition) {
    return partitions.computeIfAbsent(partition, Partitions::of);
  }

  /**
   * A wake-up was meant for a poll: one that came too late for it is over with the first answer.
   */
  private static <T> T unwoken(Supplier<T> question) {
    try {
      return question.get();
    } catch (RuntimeException failure) {
      if (KafkaFailures.isWakeUp(failure)) {
        return question.get();
      }
      throw failure;
    }
  }

  private <T> T answered(KafkaCall call, Supplier<T> question) {
    try {
      return unwoken(question);
    } catch (RuntimeException failure) {
      throw grants.failed(call, failure);
    }
  }
}
