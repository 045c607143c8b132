package io.hamstring.bench.measure;

import io.hamstring.bench.contender.Contender;
import io.hamstring.bench.contender.Job;
import io.hamstring.bench.contender.Turning;
import io.hamstring.bench.runtime.Loop;
import io.hamstring.bench.runtime.PacedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * End to end at a steady rate: from the moment a record is to be written until a read_committed
 * reader has its output. A writer that falls behind counts against the contender, as it should.
 */
public final class Latency {

  private static final Duration WARM_UP = Duration.ofSeconds(2);

  private final Topics topics;
  private final String bootstrapServers;
  private final Path folder;
  private int runs;

  /** On a running broker; contenders may keep files in {@code folder}. */
  public Latency(Topics topics, String bootstrapServers, Path folder) {
    this.topics = topics;
    this.bootstrapServers = bootstrapServers;
    this.folder = folder;
  }

  /** One run of one contender at {@code rate} records per second of {@code size} bytes. */
  public Percentiles run(Contender contender, double rate, int size, Duration window) {
    var name = "latency-" + contender.name() + "-" + ++runs;
    var input = name + "-in";
    var output = name + "-out";
    topics.create(input);
    topics.create(output);
    try {
      var job = new Job(bootstrapServers, input, output, "group-" + name, folder(name));
      var running = contender.start(job);
      var writing = Loop.start("writer", new PacedWriter(bootstrapServers, input, rate, size));
      try (running;
          writing;
          var reader = reader()) {
        return percentiles(contender.name(), rate, read(reader, output, rate, window));
      }
    } finally {
      topics.delete(input);
      topics.delete(output);
    }
  }

  private static long[] read(
      KafkaConsumer<byte[], byte[]> reader, String output, double rate, Duration window) {
    var partitions =
        IntStream.range(0, Topics.PARTITIONS).mapToObj(i -> new TopicPartition(output, i)).toList();
    reader.assign(partitions);
    reader.seekToBeginning(partitions);
    var latencies = new long[(int) (2 * rate * window.toSeconds()) + 1_000];
    int count = 0;
    long from = 0;
    long now = System.nanoTime();
    while (from == 0 || now - from < WARM_UP.plus(window).toNanos()) {
      var polled = reader.poll(Duration.ofMillis(50));
      now = System.nanoTime();
      from = from == 0 && !polled.isEmpty() ? now : from;
      for (var record : polled) {
        long due = ByteBuffer.wrap(Turning.over(record.value())).getLong();
        if (due - from > WARM_UP.toNanos() && count < latencies.length) {
          latencies[count++] = now - due;
        }
      }
    }
    return Arrays.copyOf(latencies, count);
  }

  private static Percentiles percentiles(String name, double rate, long[] latencies) {
    if (latencies.length == 0) {
      throw new IllegalStateException(name + " delivered nothing at " + rate + " records/s");
    }
    Arrays.sort(latencies);
    return new Percentiles(
        name, rate, millis(latencies, 0.50), millis(latencies, 0.99), latencies.length);
  }

  private static double millis(long[] sorted, double share) {
    return sorted[(int) Math.min(sorted.length - 1L, (long) (share * sorted.length))] / 1e6;
  }

  private KafkaConsumer<byte[], byte[]> reader() {
    Map<String, Object> properties =
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrapServers,
            ConsumerConfig.ISOLATION_LEVEL_CONFIG,
            "read_committed",
            ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
            false);
    return new KafkaConsumer<>(
        properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  private Path folder(String name) {
    try {
      return Files.createDirectories(folder.resolve(name));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Milliseconds that half and 99 % of {@code count} records took at most. */
  public record Percentiles(
      String contender, double recordsPerSecond, double p50, double p99, int count) {}
}
