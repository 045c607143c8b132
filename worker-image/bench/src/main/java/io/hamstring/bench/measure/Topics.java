package io.hamstring.bench.measure;

import io.hamstring.bench.contender.Turning;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Makes and fills the topics of a bench. */
public final class Topics implements AutoCloseable {

  /** Partitions of every topic. */
  public static final int PARTITIONS = 6;

  /** What a record needs for its place in the input: partition and sequence. */
  static final int LEAST_SIZE = Integer.BYTES + Long.BYTES;

  private final String bootstrapServers;
  private final Admin admin;

  /** Connects to a broker. */
  public Topics(String bootstrapServers) {
    this.bootstrapServers = bootstrapServers;
    this.admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers));
  }

  /** Makes an empty topic. */
  public void create(String topic) {
    await(admin.createTopics(List.of(new NewTopic(topic, PARTITIONS, (short) 1))).all(), topic);
  }

  /** Takes a topic away. */
  public void delete(String topic) {
    await(admin.deleteTopics(List.of(topic)).all(), topic);
  }

  /** The client that the topics are made with. */
  public Admin admin() {
    return admin;
  }

  /** Makes a topic with {@code records} records of {@code size} bytes, spread evenly. */
  public void preload(String topic, long records, int size) {
    if (size < LEAST_SIZE) {
      throw new IllegalArgumentException("--size must be at least " + LEAST_SIZE + ", was " + size);
    }
    create(topic);
    Map<String, Object> properties =
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrapServers,
            ProducerConfig.LINGER_MS_CONFIG,
            20,
            ProducerConfig.BATCH_SIZE_CONFIG,
            128 * 1024);
    try (var producer =
        new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer())) {
      for (long i = 0; i < records; i++) {
        int partition = (int) (i % PARTITIONS);
        producer.send(new ProducerRecord<>(topic, partition, null, numbered(partition, i, size)));
      }
      producer.flush();
    }
  }

  private static byte[] numbered(int partition, long sequence, int size) {
    var plain = ByteBuffer.allocate(size).putInt(partition).putLong(sequence / PARTITIONS).array();
    return Turning.over(plain);
  }

  private static void await(org.apache.kafka.common.KafkaFuture<?> answer, String topic) {
    try {
      answer.get();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", interrupted);
    } catch (ExecutionException failed) {
      throw new IllegalStateException("topic " + topic, failed.getCause());
    }
  }

  @Override
  public void close() {
    admin.close();
  }
}
