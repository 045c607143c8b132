package io.hamstring.bench.contender;

import io.hamstring.bench.runtime.Loop;
import io.hamstring.bench.runtime.Running;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;

/**
 * The loop of the text book: poll, begin, send, send offsets, commit, all on one thread.
 *
 * @param maxPollRecords records of a poll at most
 * @param fill how long a transaction is filled; zero: one poll, one transaction
 * @param retryBackoffMillis of the producer
 */
public record SerialLoop(String name, int maxPollRecords, Duration fill, int retryBackoffMillis)
    implements Contender {

  @Override
  public Running start(Job job) {
    return Loop.start(name, new Body(this, job));
  }

  private static final class Body implements Loop.Body {

    private static final Duration POLL = Duration.ofMillis(50);

    private final SerialLoop settings;
    private final Job job;
    private volatile boolean stopped;

    Body(SerialLoop settings, Job job) {
      this.settings = settings;
      this.job = job;
    }

    @Override
    public void run() {
      try (var consumer = PlainClients.consumer(job, settings.maxPollRecords);
          var producer = PlainClients.producer(job, true, settings.retryBackoffMillis)) {
        producer.initTransactions();
        while (!stopped) {
          transaction(consumer, producer);
        }
      }
    }

    private void transaction(
        KafkaConsumer<byte[], byte[]> consumer, KafkaProducer<byte[], byte[]> producer) {
      Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
      long began = 0;
      do {
        var polled = consumer.poll(POLL);
        if (polled.isEmpty()) {
          continue;
        }
        if (offsets.isEmpty()) {
          producer.beginTransaction();
          began = System.nanoTime();
        }
        for (var record : polled) {
          producer.send(PlainClients.turned(job.outputTopic(), record));
        }
        offsets.putAll(polled.nextOffsets());
      } while (!stopped
          && !offsets.isEmpty()
          && System.nanoTime() - began < settings.fill.toNanos());
      if (!offsets.isEmpty()) {
        producer.sendOffsetsToTransaction(offsets, consumer.groupMetadata());
        producer.commitTransaction();
      }
    }

    @Override
    public void stop() {
      stopped = true;
    }
  }
}
