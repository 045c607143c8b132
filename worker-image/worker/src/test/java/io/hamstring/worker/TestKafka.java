package io.hamstring.worker;

import static org.awaitility.Awaitility.await;

import io.hamstring.broker.BrokerOptions;
import io.hamstring.broker.BrokerProcess;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.MemberToRemove;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A real broker with the plain clients that tests look at it with. */
public final class TestKafka implements AutoCloseable {

  private static final AtomicInteger TOPICS = new AtomicInteger();

  private final BrokerProcess broker;
  private final Admin admin;
  private final Producer<byte[], byte[]> producer;

  private TestKafka(BrokerProcess broker) {
    this.broker = broker;
    this.admin = Admin.create(properties());
    this.producer =
        new KafkaProducer<>(properties(), new ByteArraySerializer(), new ByteArraySerializer());
  }

  /**
   * Starts one whose members of the consumer protocol send a heartbeat five times a second, and
   * stay members for ten minutes without: what a test sees sooner did not wait for that.
   */
  public static TestKafka start(Path folder) {
    return start(options(folder));
  }

  /**
   * Starts an older one.
   *
   * @param release such as {@code 4.0}
   */
  public static TestKafka start(Path folder, String release) {
    var jars = Path.of(System.getProperty("hamstring.brokers.older"), release, "target", "kafka");
    return start(options(folder).withKafka(jars));
  }

  private static BrokerOptions options(Path folder) {
    return BrokerOptions.forTests(folder)
        .with("group.consumer.heartbeat.interval.ms", "200")
        .with("group.consumer.max.session.timeout.ms", "600000")
        .with("group.consumer.session.timeout.ms", "600000");
  }

  /** Starts one of another kind. */
  public static TestKafka start(BrokerOptions options) {
    return new TestKafka(BrokerProcess.start(options));
  }

  public BrokerProcess broker() {
    return broker;
  }

  /** Lets a user do what {@code grants} say. */
  public void grant(Collection<AclBinding> grants) {
    answer(admin.createAcls(grants).all());
  }

  /** Takes grants away. */
  public void revoke(Collection<AclBinding> grants) {
    answer(admin.deleteAcls(grants.stream().map(AclBinding::toFilter).toList()).all());
  }

  /** Makes a user of SCRAM-SHA-512 known, or gives it another password. */
  public void setPassword(String user, String password) {
    var hashed = new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, 4096);
    answer(
        admin
            .alterUserScramCredentials(
                List.of(new UserScramCredentialUpsertion(user, hashed, password)))
            .all());
  }

  /** A new topic with a name of its own. */
  public String topic(int partitions) {
    return topic(partitions, Map.of());
  }

  public String topic(int partitions, Map<String, String> config) {
    return create("topic-" + TOPICS.incrementAndGet(), partitions, config);
  }

  /** A new topic with that name. */
  public String topicNamed(String name, int partitions) {
    return create(name, partitions, Map.of());
  }

  /** How many members a group has now; 0 while the broker cannot say. */
  public int members(String group) {
    try {
      return answer(admin.describeConsumerGroups(List.of(group)).all()).get(group).members().size();
    } catch (IllegalStateException nobodyKnows) {
      return 0;
    }
  }

  /** Deletes a topic and makes another of the same name. */
  public void makeAnew(String topic, int partitions) {
    makeAnew(topic, partitions, Map.of());
  }

  /** The same with other settings. */
  public void makeAnew(String topic, int partitions, Map<String, String> config) {
    answer(admin.deleteTopics(List.of(topic)).all());
    await()
        .pollInSameThread()
        .atMost(Duration.ofSeconds(30))
        .until(() -> !answer(admin.listTopics().names()).contains(topic));
    create(topic, partitions, config);
  }

  /** Adds partitions to a topic up to {@code partitions}. */
  public void grow(String topic, int partitions) {
    answer(admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(partitions))).all());
    awaitLeaders(topic, partitions);
  }

  private String create(String name, int partitions, Map<String, String> config) {
    answer(
        admin
            .createTopics(List.of(new NewTopic(name, partitions, (short) 1).configs(config)))
            .all());
    awaitLeaders(name, partitions);
    return name;
  }

  /** Writes values to a partition, each as a record. */
  public void write(String topic, int partition, String... values) {
    for (var value : values) {
      producer.send(new ProducerRecord<>(topic, partition, null, bytes(value)));
    }
    producer.flush();
  }

  /** A transactional producer of its own with a transaction in which the values are written. */
  public Producer<byte[], byte[]> beginWrite(String topic, int partition, String... values) {
    var properties = properties();
    properties.put("transactional.id", "writer-" + TOPICS.incrementAndGet());
    var writer =
        new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    writer.initTransactions();
    writer.beginTransaction();
    for (var value : values) {
      writer.send(new ProducerRecord<>(topic, partition, null, bytes(value)));
    }
    writer.flush();
    return writer;
  }

  /** Writes each value in a transaction of its own, so that a marker follows each. */
  public void writeTransactions(String topic, int partition, String... values) {
    var properties = properties();
    properties.put("transactional.id", "writer-" + topic);
    try (var producer =
        new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer())) {
      producer.initTransactions();
      for (var value : values) {
        producer.beginTransaction();
        producer.send(new ProducerRecord<>(topic, partition, null, bytes(value)));
        producer.commitTransaction();
      }
    }
  }

  /** All records of a topic as a committed reader sees them now. */
  public List<ConsumerRecord<byte[], byte[]>> records(String topic) {
    awaitMarkers();
    var properties = properties();
    properties.put("isolation.level", "read_committed");
    properties.put("enable.auto.commit", "false");
    properties.put("auto.offset.reset", "earliest");
    try (var consumer =
        new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      var partitions =
          consumer.partitionsFor(topic).stream()
              .map(p -> new TopicPartition(p.topic(), p.partition()))
              .toList();
      consumer.assign(partitions);
      var ends = consumer.endOffsets(partitions);
      var records = new ArrayList<ConsumerRecord<byte[], byte[]>>();
      while (ends.entrySet().stream().anyMatch(e -> consumer.position(e.getKey()) < e.getValue())) {
        consumer.poll(Duration.ofMillis(100)).forEach(records::add);
      }
      return records;
    }
  }

  /** The values of {@link #records} as texts. */
  public List<String> values(String topic) {
    return records(topic).stream().map(record -> text(record.value())).toList();
  }

  /** The committed offsets of a group, by partition number. */
  public Map<Integer, OffsetAndMetadata> offsets(String group, String topic) {
    awaitMarkers();
    var offsets = new HashMap<Integer, OffsetAndMetadata>();
    answer(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata())
        .forEach(
            (partition, offset) -> {
              if (partition.topic().equals(topic) && offset != null) {
                offsets.put(partition.partition(), offset);
              }
            });
    return offsets;
  }

  /** Removes a static member, as whoever cleans up after a dead worker does. */
  public void evict(String group, String instanceId) {
    answer(
        admin
            .removeMembersFromConsumerGroup(
                group,
                new RemoveMembersFromConsumerGroupOptions(List.of(new MemberToRemove(instanceId))))
            .all());
  }

  /** Waits until a partition holds {@code count} records, committed or not. */
  public void awaitWritten(String topic, int partition, long count) {
    var end = Map.of(new TopicPartition(topic, partition), OffsetSpec.latest());
    await()
        .pollInSameThread()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                answer(admin.listOffsets(end).all()).values().iterator().next().offset() >= count);
  }

  /** Sets the offset of a group without members. */
  public void setOffset(String group, String topic, int partition, long offset) {
    answer(
        admin
            .alterConsumerGroupOffsets(
                group, Map.of(new TopicPartition(topic, partition), new OffsetAndMetadata(offset)))
            .all());
  }

  /** Fences a transactional id, as whoever cleans up after a dead worker does. */
  public void fence(String transactionalId) {
    answer(admin.fenceProducers(List.of(transactionalId)).all());
  }

  /** Deletes the records of a partition below {@code offset}. */
  public void deleteBelow(String topic, int partition, long offset) {
    answer(
        admin
            .deleteRecords(
                Map.of(new TopicPartition(topic, partition), RecordsToDelete.beforeOffset(offset)))
            .all());
  }

  public static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  public static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    producer.close(Duration.ZERO);
    admin.close(Duration.ZERO);
    broker.close();
  }

  /**
   * A commit returns before its markers stand in the partitions; readers see nothing until then.
   */
  private void awaitMarkers() {
    var ending = Set.of(TransactionState.PREPARE_COMMIT, TransactionState.PREPARE_ABORT);
    await()
        .pollInSameThread()
        .pollDelay(Duration.ZERO)
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                answer(
                        admin
                            .listTransactions(new ListTransactionsOptions().filterStates(ending))
                            .all())
                    .isEmpty());
  }

  private void awaitLeaders(String topic, int partitions) {
    await()
        .pollInSameThread()
        .atMost(Duration.ofSeconds(30))
        .ignoreExceptions()
        .until(
            () ->
                answer(admin.describeTopics(List.of(topic)).allTopicNames())
                        .get(topic)
                        .partitions()
                        .stream()
                        .filter(p -> p.leader() != null && !p.leader().isEmpty())
                        .count()
                    == partitions);
  }

  private Properties properties() {
    var properties = new Properties();
    properties.put("bootstrap.servers", broker.internalServers());
    return properties;
  }

  private static <T> T answer(java.util.concurrent.Future<T> call) {
    try {
      return call.get();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    } catch (ExecutionException failed) {
      throw new IllegalStateException(failed.getCause());
    }
  }
}
