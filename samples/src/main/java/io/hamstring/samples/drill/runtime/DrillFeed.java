package io.hamstring.samples.drill.runtime;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Feeds numbered records at a steady rate, to one partition after the other. One thread of its own
 * sends; figures may be read by any.
 */
final class DrillFeed implements AutoCloseable {

  private static final Duration CLOSE_BOUND = Duration.ofSeconds(30);
  private static final long NANOS = 1_000_000_000L;

  private final String topic;
  private final KafkaProducer<byte[], byte[]> producer;
  private final Thread thread = new Thread(this::run, "drill-feed");
  private final AtomicLong acknowledged = new AtomicLong();
  private final AtomicReference<Exception> failure = new AtomicReference<>();
  private volatile boolean stopped;

  private DrillFeed(String bootstrapServers, String topic) {
    this.topic = topic;
    producer =
        new KafkaProducer<>(
            Map.of(
                "bootstrap.servers", bootstrapServers,
                "acks", "all",
                "enable.idempotence", "true",
                "client.id", "drill-feed"),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  /** Begins to feed. */
  static DrillFeed start(String bootstrapServers, String topic) {
    var feed = new DrillFeed(bootstrapServers, topic);
    feed.thread.setDaemon(true);
    feed.thread.start();
    return feed;
  }

  /** Records that the broker has acknowledged. */
  long acknowledged() {
    return acknowledged.get();
  }

  /** Why it broke off, if it did. */
  Optional<Exception> failure() {
    return Optional.ofNullable(failure.get());
  }

  /** Sends no more, and waits until all is acknowledged. */
  void stop() throws InterruptedException {
    stopped = true;
    thread.join(CLOSE_BOUND.toMillis());
  }

  @Override
  public void close() {
    stopped = true;
    producer.close(Duration.ofSeconds(1));
  }

  private void run() {
    try {
      long began = System.nanoTime();
      for (long sent = 0; !stopped; sent++) {
        long due = began + sent * NANOS / DrillPipeline.RECORDS_PER_SECOND;
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
          LockSupport.parkNanos(left);
        }
        send(sent);
      }
      producer.flush();
    } catch (KafkaException e) {
      failure.compareAndSet(null, e);
    }
  }

  private void send(long number) {
    var value = Long.toString(number).getBytes(StandardCharsets.US_ASCII);
    var partition = (int) (number % DrillPipeline.PARTITIONS);
    producer.send(
        new ProducerRecord<>(topic, partition, null, value),
        (metadata, exception) -> {
          if (exception == null) {
            acknowledged.incrementAndGet();
          } else {
            failure.compareAndSet(null, exception);
          }
        });
  }
}
