package io.hamstring.worker.kafka;

import io.hamstring.contract.settings.WorkerSettings.GroupProtocol;
import io.hamstring.contract.settings.WorkerSettings.Timeouts;
import io.hamstring.recovery.conformance.Laboratory;
import io.hamstring.recovery.port.Committed;
import io.hamstring.recovery.processing.Partition;
import io.hamstring.worker.TestKafka;
import io.hamstring.worker.TestSettings;
import io.hamstring.worker.boot.BootCount;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** A real broker behind the worker's own adapters, with one group of its own. */
final class KafkaLaboratory implements Laboratory {

  private static final AtomicInteger GROUPS = new AtomicInteger();

  private final TestKafka kafka;
  private final Group kind;
  private final Path folder;
  private final String group = "group-" + GROUPS.incrementAndGet();
  private final Map<String, Integer> sizes = new HashMap<>();
  private int pods;

  /**
   * How its group behaves.
   *
   * @param forgivesOlderEpochs whether its broker looks at each partition's own epoch
   */
  record Group(GroupProtocol protocol, boolean isEager, boolean forgivesOlderEpochs) {}

  KafkaLaboratory(TestKafka kafka, Group kind, Path folder) {
    this.kafka = kafka;
    this.kind = kind;
    this.folder = folder;
  }

  /** What a worker of this group is told. */
  TestSettings settings(Patience patience, List<String> inputs) {
    var settings =
        TestSettings.reading(
                kafka.broker().bootstrapServers(), kind.protocol(), inputs.toArray(String[]::new))
            .in(group)
            .with(timeouts(patience));
    return kind.isEager()
        ? settings.withConsumer(
            Map.of(
                "partition.assignment.strategy", "org.apache.kafka.clients.consumer.RangeAssignor"))
        : settings;
  }

  private static Timeouts timeouts(Patience patience) {
    var patient = TestSettings.PATIENT;
    var message = patience.answer().plusSeconds(1);
    return new Timeouts(
        patient.maxPollInterval(),
        patient.session(),
        patience.transaction(),
        patience.answer(),
        message.compareTo(patience.transaction()) < 0 ? message : patience.transaction(),
        patient.commitRetry(),
        patient.shutdown());
  }

  @Override
  public Pod pod(String name, long boot, Patience patience, List<String> inputs) {
    var settings = settings(patience, inputs).settings();
    var boots = boots(folder.resolve("pod-" + ++pods), boot);
    var incarnation = TestSettings.incarnation(name).at(boot);
    return new Pod(
        incarnation, new KafkaCluster(settings, incarnation, boots, new SimpleMeterRegistry()));
  }

  private static BootCount boots(Path state, long boot) {
    try {
      var boots = BootCount.raise(state, Instant.EPOCH);
      while (boots.boot() < boot) {
        boots = BootCount.raise(state, Instant.EPOCH);
      }
      return boots;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** It passes by itself; what it is to be seen at passes here. */
  @Override
  public void pass(Duration time) {}

  @Override
  public void awaitArrival(Partition partition) {
    kafka.awaitWritten(partition.topic(), partition.number(), 1);
  }

  @Override
  public boolean forgivesOlderEpochs() {
    return kind.forgivesOlderEpochs();
  }

  @Override
  public boolean isEager() {
    return kind.isEager();
  }

  @Override
  public String topic(int partitions) {
    return named(kafka.topic(partitions), partitions);
  }

  @Override
  public String topicTaking(int maxRecordBytes) {
    return named(kafka.topic(1, Map.of("max.message.bytes", Integer.toString(maxRecordBytes))), 1);
  }

  private String named(String topic, int partitions) {
    sizes.put(topic, partitions);
    return topic;
  }

  @Override
  public void makeAnew(String topic) {
    kafka.makeAnew(topic, sizes.get(topic));
  }

  @Override
  public void grow(String topic, int partitions) {
    kafka.grow(topic, partitions);
  }

  @Override
  public void write(Partition partition, String... values) {
    kafka.write(partition.topic(), partition.number(), values);
  }

  @Override
  public OpenWrite beginWrite(Partition partition, String... values) {
    var writer = kafka.beginWrite(partition.topic(), partition.number(), values);
    return committed -> {
      try (writer) {
        if (committed) {
          writer.commitTransaction();
        } else {
          writer.abortTransaction();
        }
      }
    };
  }

  @Override
  public void deleteBelow(Partition partition, long offset) {
    kafka.deleteBelow(partition.topic(), partition.number(), offset);
  }

  @Override
  public void evict(String instanceId) {
    kafka.evict(group, instanceId);
  }

  @Override
  public void fence(String transactionalId) {
    kafka.fence(transactionalId);
  }

  @Override
  public void setOffset(Partition partition, long offset) {
    kafka.setOffset(group, partition.topic(), partition.number(), offset);
  }

  @Override
  public List<String> values(String topic) {
    return kafka.values(topic);
  }

  @Override
  public Optional<Committed> offset(Partition partition) {
    return Optional.ofNullable(kafka.offsets(group, partition.topic()).get(partition.number()))
        .map(offset -> new Committed(Partitions.position(offset), offset.metadata()));
  }

  @Override
  public void outage(boolean now) {
    if (now) {
      kafka.broker().pause();
    } else {
      kafka.broker().resume();
    }
  }

  @Override
  public void close() {
    kafka.broker().resume();
  }
}
