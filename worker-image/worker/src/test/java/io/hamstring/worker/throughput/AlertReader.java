package io.hamstring.worker.throughput;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** A committed reader that notes when it sees each record of a topic. */
final class AlertReader implements AutoCloseable {

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Map<String, Long> seen = new ConcurrentHashMap<>();
  private final Thread thread = new Thread(this::read, "alerts");
  private volatile boolean stopped;

  private AlertReader(String servers, String topic, int partitions) {
    consumer =
        new KafkaConsumer<>(
            Map.<String, Object>of(
                "bootstrap.servers", servers,
                "isolation.level", "read_committed",
                "auto.offset.reset", "earliest",
                "enable.auto.commit", "false"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    consumer.assign(
        IntStream.range(0, partitions).mapToObj(p -> new TopicPartition(topic, p)).toList());
  }

  static AlertReader of(String servers, String topic, int partitions) {
    var reader = new AlertReader(servers, topic, partitions);
    reader.thread.setDaemon(true);
    reader.thread.start();
    return reader;
  }

  /** The time of day at which each record was seen, by record id. */
  Map<String, Long> seen() {
    return Map.copyOf(seen);
  }

  @Override
  public void close() {
    stopped = true;
    try {
      thread.join();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void read() {
    try (consumer) {
      while (!stopped) {
        consumer
            .poll(Duration.ofMillis(100))
            .forEach(record -> seen.put(Trace.id(record), System.currentTimeMillis()));
      }
    }
  }
}
