package io.hamstring.bench.measure;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads an output topic as a read_committed reader does: every record once, and the right one. */
public final class OutputCheck {

  private static final Duration BOUND = Duration.ofSeconds(60);

  private OutputCheck() {}

  /**
   * Checks that what was committed of the input stands in the output once.
   *
   * @param committed input records that the contender has committed
   * @throws IllegalStateException naming what is missing or doubled
   */
  public static void everyRecordOnce(String bootstrapServers, String topic, long committed) {
    var seen = IntStream.range(0, Topics.PARTITIONS).mapToObj(i -> new BitSet()).toList();
    long read = 0;
    long doubled = 0;
    try (var reader = reader(bootstrapServers)) {
      var partitions =
          IntStream.range(0, Topics.PARTITIONS)
              .mapToObj(i -> new TopicPartition(topic, i))
              .toList();
      reader.assign(partitions);
      reader.seekToBeginning(partitions);
      var ends = reader.endOffsets(partitions);
      long deadline = System.nanoTime() + BOUND.toNanos();
      while (!isAtEnd(reader, ends) && System.nanoTime() < deadline) {
        for (var record : reader.poll(Duration.ofMillis(200))) {
          var place = ByteBuffer.wrap(record.value());
          var ofPartition = seen.get(place.getInt());
          int sequence = (int) place.getLong();
          doubled += ofPartition.get(sequence) ? 1 : 0;
          ofPartition.set(sequence);
          read++;
        }
      }
    }
    var problems = new ArrayList<String>();
    long gaps = seen.stream().mapToLong(bits -> bits.length() - bits.cardinality()).sum();
    if (doubled > 0) {
      problems.add(doubled + " doubled");
    }
    if (gaps > 0) {
      problems.add(gaps + " left out");
    }
    if (read != committed) {
      problems.add(read + " read for " + committed + " committed");
    }
    if (!problems.isEmpty()) {
      throw new IllegalStateException(topic + ": " + String.join(", ", problems));
    }
  }

  private static boolean isAtEnd(
      KafkaConsumer<byte[], byte[]> reader, Map<TopicPartition, Long> ends) {
    return ends.entrySet().stream()
        .allMatch(end -> reader.position(end.getKey()) >= end.getValue());
  }

  private static KafkaConsumer<byte[], byte[]> reader(String bootstrapServers) {
    Map<String, Object> properties =
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrapServers,
            ConsumerConfig.ISOLATION_LEVEL_CONFIG,
            "read_committed",
            ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
            false,
            ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
            5_000);
    return new KafkaConsumer<>(
        properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }
}
