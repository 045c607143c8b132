package io.hamstring.bench.runtime;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Writes at a steady rate, each record with the time at which it was due (monotonic clock). */
public final class PacedWriter implements Loop.Body {

  private static final long TICK_NANOS = 1_000_000;

  private final String bootstrapServers;
  private final String topic;
  private final double rate;
  private final int size;
  private volatile boolean stopped;

  /** Of {@code rate} records per second of {@code size} bytes. */
  public PacedWriter(String bootstrapServers, String topic, double rate, int size) {
    this.bootstrapServers = bootstrapServers;
    this.topic = topic;
    this.rate = rate;
    this.size = size;
  }

  @Override
  public void run() {
    Map<String, Object> properties =
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrapServers,
            ProducerConfig.LINGER_MS_CONFIG,
            1);
    try (var producer =
        new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer())) {
      long began = System.nanoTime();
      long written = 0;
      while (!stopped) {
        long due = (long) ((System.nanoTime() - began) / 1e9 * rate);
        for (; written < due; written++) {
          long at = began + (long) (written / rate * 1e9);
          var value = ByteBuffer.allocate(size).putLong(at).array();
          producer.send(new ProducerRecord<>(topic, value));
        }
        LockSupport.parkNanos(TICK_NANOS);
      }
    }
  }

  @Override
  public void stop() {
    stopped = true;
  }
}
