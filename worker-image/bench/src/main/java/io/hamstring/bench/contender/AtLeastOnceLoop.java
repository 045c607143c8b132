package io.hamstring.bench.contender;

import io.hamstring.bench.runtime.Loop;
import io.hamstring.bench.runtime.Running;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * No transactions: send, and every so often flush and commit; a crash repeats what was sent since.
 *
 * @param interval between commits
 */
public record AtLeastOnceLoop(String name, int maxPollRecords, Duration interval)
    implements Contender {

  @Override
  public Running start(Job job) {
    return Loop.start(name, new Body(this, job));
  }

  private static final class Body implements Loop.Body {

    private static final Duration POLL = Duration.ofMillis(50);

    private final AtLeastOnceLoop settings;
    private final Job job;
    private volatile boolean stopped;

    Body(AtLeastOnceLoop settings, Job job) {
      this.settings = settings;
      this.job = job;
    }

    @Override
    public void run() {
      try (var consumer = PlainClients.consumer(job, settings.maxPollRecords);
          var producer = PlainClients.producer(job, false, 100)) {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        long committed = System.nanoTime();
        while (!stopped) {
          var polled = consumer.poll(POLL);
          for (var record : polled) {
            producer.send(PlainClients.turned(job.outputTopic(), record));
          }
          offsets.putAll(polled.nextOffsets());
          if (System.nanoTime() - committed >= settings.interval.toNanos() && !offsets.isEmpty()) {
            producer.flush();
            consumer.commitSync(offsets);
            offsets.clear();
            committed = System.nanoTime();
          }
        }
        producer.flush();
        if (!offsets.isEmpty()) {
          consumer.commitSync(offsets);
        }
      }
    }

    @Override
    public void stop() {
      stopped = true;
    }
  }
}
