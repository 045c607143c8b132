package io.hamstring.worker.scenario;

import io.hamstring.contract.records.SourceIds;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** A committed reader of the output that reads along and counts each input record's outputs. */
final class Audit implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Map<String, Integer> outputs = new ConcurrentHashMap<>();
  private final Map<Integer, Long> writtenLast = new ConcurrentHashMap<>();
  private final Map<Integer, Long> lastOffset = new HashMap<>();
  private final Thread thread = new Thread(this::read, "audit");
  private volatile long disordered;
  private volatile long longestWait;
  private volatile long since = Long.MAX_VALUE;
  private volatile boolean stopped;

  private Audit(String servers, String topic, int partitions) {
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

  static Audit of(String servers, String topic, int partitions) {
    var audit = new Audit(servers, topic, partitions);
    audit.thread.setDaemon(true);
    audit.thread.start();
    return audit;
  }

  /** Whether each input partition has an output of a record that was written after {@code time}. */
  boolean sawAll(int partitions, long time) {
    return IntStream.range(0, partitions).allMatch(p -> writtenLast.getOrDefault(p, 0L) > time);
  }

  /** How many of {@code ids} have no output. */
  long lost(Set<String> ids) {
    return ids.stream().filter(id -> !outputs.containsKey(id)).count();
  }

  /** How many input records have more than one output. */
  long doubled() {
    return outputs.values().stream().filter(count -> count > 1).count();
  }

  /** How many outputs came before one of an earlier record of their input partition. */
  long disordered() {
    return disordered;
  }

  /** Measures waits of records that are written from now on. */
  void begin() {
    longestWait = 0;
    since = System.currentTimeMillis();
  }

  /**
   * From a record's being written to its output's being read, at most, in milliseconds, since
   * {@link #begin}.
   */
  long longestWait() {
    return longestWait;
  }

  /** Reads to the present end of the topic, and ends. */
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
        poll();
      }
      var ends = consumer.endOffsets(consumer.assignment());
      var until = System.nanoTime() + PATIENCE.toNanos();
      while (System.nanoTime() < until
          && ends.entrySet().stream().anyMatch(e -> consumer.position(e.getKey()) < e.getValue())) {
        poll();
      }
    }
  }

  private void poll() {
    consumer.poll(Duration.ofMillis(100)).forEach(this::count);
  }

  private void count(ConsumerRecord<byte[], byte[]> record) {
    var sources = SourceIds.parse(text(record.headers().lastHeader(SourceIds.HEADER).value()));
    sources.recordIds().forEach(id -> outputs.merge(id, 1, Integer::sum));
    long written = Long.parseLong(text(record.value()));
    long offset = sources.offsets().get(0);
    var before = lastOffset.put(sources.partition(), offset);
    if (before != null && before >= offset) {
      disordered++;
    }
    if (written >= since) {
      longestWait = Math.max(longestWait, System.currentTimeMillis() - written);
    }
    writtenLast.merge(sources.partition(), written, Math::max);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
