package io.hamstring.worker.throughput;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** How far groups have come. Markers of transactions count for nothing: they are no records. */
final class Progress implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final Duration POLL = Duration.ofMillis(100);

  /** More than the markers that may stand behind a partition's last record. */
  private static final long TAIL = 500;

  private final String servers;
  private final Admin admin;

  Progress(String servers) {
    this.servers = servers;
    this.admin = Admin.create(Map.<String, Object>of("bootstrap.servers", servers));
  }

  /** Waits until the topic's group has committed all records that the topic holds now. */
  void awaitAll(String topic) {
    var wanted = nextAfterLast(topic);
    await()
        .pollInSameThread()
        .pollInterval(Duration.ofMillis(25))
        .atMost(PATIENCE)
        .until(() -> hasReached(committed(Step.group(topic)), wanted));
  }

  /** All records of a topic, as a committed reader sees them. */
  List<ConsumerRecord<byte[], byte[]>> records(String topic) {
    try (var consumer = reader("read_committed")) {
      var ends = ends(topic, consumer);
      consumer.seekToBeginning(ends.keySet());
      return read(consumer, ends);
    }
  }

  @Override
  public void close() {
    admin.close(Duration.ZERO);
  }

  private Map<TopicPartition, Long> nextAfterLast(String topic) {
    try (var consumer = reader("read_committed")) {
      var ends = ends(topic, consumer);
      ends.forEach((partition, end) -> consumer.seek(partition, Math.max(0, end - TAIL)));
      var last = new HashMap<TopicPartition, Long>();
      for (var record : read(consumer, ends)) {
        last.put(new TopicPartition(topic, record.partition()), record.offset() + 1);
      }
      return last;
    }
  }

  /** The high watermarks: a committed reader that is there has also seen how transactions ended. */
  private Map<TopicPartition, Long> ends(String topic, KafkaConsumer<byte[], byte[]> consumer) {
    var partitions =
        consumer.partitionsFor(topic).stream()
            .map(info -> new TopicPartition(topic, info.partition()))
            .toList();
    consumer.assign(partitions);
    try (var uncommitted = reader("read_uncommitted")) {
      return uncommitted.endOffsets(partitions);
    }
  }

  private static List<ConsumerRecord<byte[], byte[]>> read(
      KafkaConsumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends) {
    var records = new ArrayList<ConsumerRecord<byte[], byte[]>>();
    while (ends.entrySet().stream().anyMatch(e -> consumer.position(e.getKey()) < e.getValue())) {
      consumer.poll(POLL).forEach(records::add);
    }
    return records;
  }

  private Map<TopicPartition, Long> committed(String group) {
    try {
      var committed = new HashMap<TopicPartition, Long>();
      admin
          .listConsumerGroupOffsets(group)
          .partitionsToOffsetAndMetadata()
          .get()
          .forEach(
              (partition, offset) ->
                  committed.put(partition, offset == null ? 0 : offset.offset()));
      return committed;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    } catch (ExecutionException failed) {
      throw new IllegalStateException(failed.getCause());
    }
  }

  private static boolean hasReached(
      Map<TopicPartition, Long> committed, Map<TopicPartition, Long> wanted) {
    return wanted.entrySet().stream()
        .allMatch(e -> committed.getOrDefault(e.getKey(), 0L) >= e.getValue());
  }

  private KafkaConsumer<byte[], byte[]> reader(String isolation) {
    return new KafkaConsumer<>(
        Map.<String, Object>of(
            "bootstrap.servers",
            servers,
            "isolation.level",
            isolation,
            "auto.offset.reset",
            "earliest",
            "enable.auto.commit",
            "false"),
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer());
  }
}
