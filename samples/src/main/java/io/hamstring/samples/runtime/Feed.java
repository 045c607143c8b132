package io.hamstring.samples.runtime;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Writes log lines to a topic, as a sensor does: no key, idempotent, acknowledged by all replicas.
 * One thread of its own sends; figures may be read by any.
 */
public final class Feed implements AutoCloseable {

  private static final long LOOK_EVERY_MILLIS = 10;
  private static final Duration CLOSE_BOUND = Duration.ofSeconds(5);

  private final String topic;
  private final LogLines lines;
  private final Pace pace;
  private final KafkaProducer<byte[], byte[]> producer;
  private final Thread thread = new Thread(this::run, "feed");
  private final AtomicLong sent = new AtomicLong();
  private final AtomicLong acknowledged = new AtomicLong();
  private final AtomicReference<Exception> failure = new AtomicReference<>();
  private final long began = System.nanoTime();
  private volatile boolean killsOpen;
  private volatile boolean ended;

  private Feed(
      String bootstrapServers, String topic, LogLines lines, Pace pace, boolean killsOpen) {
    this.topic = topic;
    this.lines = lines;
    this.pace = pace;
    this.killsOpen = killsOpen;
    producer =
        new KafkaProducer<>(
            Map.of(
                "bootstrap.servers",
                bootstrapServers,
                "acks",
                "all",
                "enable.idempotence",
                "true",
                "linger.ms",
                "5",
                "client.id",
                "hamstring-feed"),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  /**
   * Begins to feed.
   *
   * @param killsOpen whether a worker is to be killed while the feed lasts
   */
  public static Feed start(
      String bootstrapServers, String topic, LogLines lines, Pace pace, boolean killsOpen) {
    var feed = new Feed(bootstrapServers, topic, lines, pace, killsOpen);
    feed.thread.setDaemon(true);
    feed.thread.start();
    return feed;
  }

  /** Says that no worker is left to be killed. */
  public void killsAreDone() {
    killsOpen = false;
  }

  /** Records that the broker has acknowledged. */
  public long acknowledged() {
    return acknowledged.get();
  }

  /** How long ago it began. */
  public Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - began);
  }

  /** Whether all lines have been sent and each was acknowledged. */
  public boolean isDone() {
    return ended && acknowledged.get() == sent.get();
  }

  /** Why it broke off, if it did. */
  public Optional<Exception> failure() {
    return Optional.ofNullable(failure.get());
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join(CLOSE_BOUND.toMillis());
      lines.close();
    } catch (IOException nothingToLose) {
      // The file was only read.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    producer.close(CLOSE_BOUND);
  }

  private void run() {
    try {
      var line = lines.next();
      while (line.isPresent()) {
        awaitTurn();
        send(line.get());
        line = lines.next();
      }
      producer.flush();
      ended = true;
    } catch (InterruptedException | InterruptException closed) {
      Thread.currentThread().interrupt();
    } catch (IOException | KafkaException e) {
      failure.compareAndSet(null, e);
    }
  }

  private void awaitTurn() throws InterruptedException {
    while (pace.allowed(elapsed(), killsOpen) <= sent.get()) {
      Thread.sleep(LOOK_EVERY_MILLIS);
    }
  }

  private void send(byte[] line) {
    sent.incrementAndGet();
    producer.send(
        new ProducerRecord<>(topic, line),
        (metadata, exception) -> {
          if (exception == null) {
            acknowledged.incrementAndGet();
          } else {
            failure.compareAndSet(null, exception);
          }
        });
  }
}
