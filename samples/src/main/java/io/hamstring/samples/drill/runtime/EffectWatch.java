package io.hamstring.samples.drill.runtime;

import io.hamstring.contract.records.SourceIds;
import io.hamstring.samples.drill.measure.Effect;
import io.hamstring.samples.drill.worker.DrillWork;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Who is downstream: reads a topic as it is written, read_committed, and notes when it saw what. A
 * thread of its own reads; {@link #drain} is for one other.
 */
final class EffectWatch implements AutoCloseable {

  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration CLOSE_BOUND = Duration.ofSeconds(10);

  private final String topic;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Thread thread = new Thread(this::run, "drill-downstream");
  private final ConcurrentLinkedQueue<Effect> seen = new ConcurrentLinkedQueue<>();
  private final AtomicReference<Exception> failure = new AtomicReference<>();
  private volatile boolean stopped;

  private EffectWatch(String bootstrapServers, String topic) {
    this.topic = topic;
    consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers", bootstrapServers,
                "isolation.level", "read_committed",
                "enable.auto.commit", "false",
                "auto.offset.reset", "earliest",
                "allow.auto.create.topics", "false",
                "client.id", "drill-downstream"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
  }

  /** Begins to read {@code topic}, which exists. */
  static EffectWatch start(String bootstrapServers, String topic) {
    var watch = new EffectWatch(bootstrapServers, topic);
    watch.thread.setDaemon(true);
    watch.thread.start();
    return watch;
  }

  /** What was seen since the last call. */
  List<Effect> drain() {
    var effects = new ArrayList<Effect>();
    for (var effect = seen.poll(); effect != null; effect = seen.poll()) {
      effects.add(effect);
    }
    return effects;
  }

  /** Why it broke off, if it did. */
  Optional<Exception> failure() {
    return Optional.ofNullable(failure.get());
  }

  @Override
  public void close() {
    stopped = true;
    try {
      thread.join(CLOSE_BOUND.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try (consumer) {
      var partitions =
          consumer.partitionsFor(topic).stream()
              .map(p -> new TopicPartition(topic, p.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      while (!stopped) {
        var records = consumer.poll(POLL);
        long now = System.currentTimeMillis();
        records.forEach(record -> seen.add(effect(record, now)));
      }
    } catch (KafkaException | IllegalArgumentException e) {
      failure.compareAndSet(null, e);
    }
  }

  private static Effect effect(ConsumerRecord<byte[], byte[]> record, long now) {
    var sources = SourceIds.parse(header(record, SourceIds.HEADER));
    return new Effect(
        sources.partition(),
        record.partition(),
        header(record, DrillWork.WORKER_HEADER),
        record.timestamp(),
        now);
  }

  private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    var header = record.headers().lastHeader(name);
    if (header == null) {
      throw new IllegalArgumentException(
          "an output on " + record.topic() + " lacks the header " + name);
    }
    return new String(header.value(), StandardCharsets.UTF_8);
  }
}
