package io.hamstring.worker.throughput;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hamstring.worker.stage.Lines;
import io.hamstring.worker.stage.detector.training.NameFamilies;
import io.hamstring.worker.stage.detector.training.NameFamily.Origin;
import io.hamstring.worker.stage.detector.training.NameFamily.Use;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Writes log lines of a hundred clients in ten subnets; one in twenty asks for generated names. */
final class LogLines implements AutoCloseable {

  private static final int CLIENTS = 100;
  private static final int SUBNETS = 10;
  private static final int ONE_IN_THIS_MANY_IS_INFECTED = 20;
  private static final int SECONDS_OF_AN_HOUR = 3_600;

  private final KafkaProducer<byte[], byte[]> producer;

  LogLines(String servers) {
    producer =
        new KafkaProducer<>(
            Map.<String, Object>of("bootstrap.servers", servers),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  /** Lines that depend on the seed alone. */
  static List<byte[]> generate(int count, long seed) {
    var random = new Random(seed);
    var benign = NameFamilies.of(Origin.BENIGN, Use.NAMES);
    var generated = NameFamilies.of(Origin.GENERATED, Use.NAMES);
    return IntStream.range(0, count)
        .mapToObj(
            i -> {
              int host = random.nextInt(CLIENTS);
              boolean infected = host % ONE_IN_THIS_MANY_IS_INFECTED == 0;
              var name = NameFamilies.next(infected ? generated : benign, random);
              return Lines.line(
                      "10.0." + host / (CLIENTS / SUBNETS) + "." + host,
                      (int) ((long) i * SECONDS_OF_AN_HOUR / count),
                      name.indexOf('.') < 0 ? "www.example.com" : name,
                      infected ? "NXDOMAIN" : "NOERROR")
                  .getBytes(UTF_8);
            })
        .toList();
  }

  /** Writes all lines as fast as the broker takes them, the partitions in turn. */
  void write(String topic, int partitions, List<byte[]> lines) {
    for (int i = 0; i < lines.size(); i++) {
      producer.send(new ProducerRecord<>(topic, i % partitions, null, lines.get(i)));
    }
    producer.flush();
  }

  /** Writes so many lines a second. */
  void write(String topic, int partitions, List<byte[]> lines, int perSecond) {
    long began = System.nanoTime();
    for (int i = 0; i < lines.size(); i++) {
      long ahead = began + i * 1_000_000_000L / perSecond - System.nanoTime();
      if (ahead > 0) {
        LockSupport.parkNanos(ahead);
      }
      producer.send(new ProducerRecord<>(topic, i % partitions, null, lines.get(i)));
    }
    producer.flush();
  }

  /** Writes records of another topic to the same partitions. */
  void copy(List<ConsumerRecord<byte[], byte[]>> records, String topic) {
    for (var record : records) {
      producer.send(
          new ProducerRecord<>(
              topic, record.partition(), null, record.key(), record.value(), record.headers()));
    }
    producer.flush();
  }

  @Override
  public void close() {
    producer.close();
  }
}
