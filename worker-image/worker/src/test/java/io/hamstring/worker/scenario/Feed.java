package io.hamstring.worker.scenario;

import io.hamstring.contract.records.SourceIds;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Writes some 100 records a second to a topic, each partition in turn, through outages, until it is
 * stopped. The key of a record names its partition, its value when it was written.
 */
final class Feed implements AutoCloseable {

  private static final Duration PAUSE = Duration.ofMillis(10);

  private final String topic;
  private final int partitions;
  private final KafkaProducer<byte[], byte[]> producer;
  private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
  private final Thread thread = new Thread(this::write, "feed");
  private volatile boolean stopped;

  private Feed(String servers, String topic, int partitions) {
    this.topic = topic;
    this.partitions = partitions;
    this.producer =
        new KafkaProducer<>(
            Map.<String, Object>of(
                "bootstrap.servers", servers,
                "max.block.ms", "120000",
                "linger.ms", "5"),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  static Feed into(String servers, String topic, int partitions) {
    var feed = new Feed(servers, topic, partitions);
    feed.thread.setDaemon(true);
    feed.thread.start();
    return feed;
  }

  /** The ids of the records that a broker has acknowledged since this was asked last. */
  Set<String> drain() {
    var ids = Set.copyOf(acknowledged);
    acknowledged.removeAll(ids);
    return ids;
  }

  /** Stops writing, and waits until a broker has acknowledged all that was written. */
  void stop() {
    stopped = true;
    try {
      thread.join();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    producer.flush();
  }

  @Override
  public void close() {
    stopped = true;
    producer.close(Duration.ZERO);
  }

  private void write() {
    for (int count = 0; !stopped; count++) {
      int partition = count % partitions;
      producer.send(
          new ProducerRecord<>(
              topic,
              partition,
              bytes("partition " + partition),
              bytes(String.valueOf(System.currentTimeMillis()))),
          (metadata, failure) -> {
            if (failure == null) {
              acknowledged.add(SourceIds.recordId(topic, partition, metadata.offset()));
            }
          });
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
