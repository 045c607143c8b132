package io.hamstring.broker;

import static org.apache.kafka.common.IsolationLevel.READ_COMMITTED;
import static org.apache.kafka.common.IsolationLevel.READ_UNCOMMITTED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BrokerProcessTest {

  private static final TopicPartition PARTITION = new TopicPartition("letters", 0);

  @TempDir static Path folder;
  private static BrokerProcess broker;

  @BeforeAll
  static void startBroker() throws Exception {
    broker = BrokerProcess.start(BrokerOptions.forTests(folder.resolve("shared")));
    try (var admin = admin()) {
      admin.createTopics(List.of(new NewTopic("letters", 1, (short) 1))).all().get();
    }
  }

  @AfterAll
  static void endBroker() {
    broker.close();
  }

  @Test
  void whatWasWrittenIsThereAfterAStopAndAfterAKill() throws Exception {
    var address = broker.bootstrapServers();
    write("before the stop");

    broker.stop();
    broker.start();
    write("before the kill");
    broker.kill();
    broker.start();

    assertThat(broker.bootstrapServers()).isEqualTo(address);
    assertThat(read()).contains("before the stop", "before the kill");
  }

  /** Without care such a broker notes the transaction as ended and writes no marker, for ever. */
  @Test
  void aTransactionThatEndsWhileABrokerComesBackHasItsMarkers() throws Exception {
    var settings =
        Map.<String, Object>of(
            "bootstrap.servers", broker.bootstrapServers(),
            "transactional.id", "left-behind",
            "transaction.timeout.ms", "1000");
    try (var producer =
            new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer());
        var admin = admin()) {
      producer.initTransactions();
      producer.beginTransaction();
      producer.send(new ProducerRecord<>("letters", 0, null, "never committed")).get();

      broker.kill();
      producer.close(Duration.ZERO);
      broker.start();

      var until = System.nanoTime() + Duration.ofSeconds(60).toNanos();
      while (end(admin, READ_COMMITTED) < end(admin, READ_UNCOMMITTED)) {
        assertThat(System.nanoTime()).as("the transaction has ended in time").isLessThan(until);
      }
    }
  }

  private static long end(Admin admin, IsolationLevel level) throws Exception {
    return admin
        .listOffsets(Map.of(PARTITION, OffsetSpec.latest()), new ListOffsetsOptions(level))
        .partitionResult(PARTITION)
        .get()
        .offset();
  }

  @Test
  void aPausedBrokerAnswersOnlyAfterItIsResumed() throws Exception {
    try (var admin = admin()) {
      var before = admin.describeCluster().clusterId().get();

      broker.pause();
      var whilePaused = admin.describeCluster().clusterId();

      assertThatThrownBy(() -> whilePaused.get(500, TimeUnit.MILLISECONDS))
          .isInstanceOf(TimeoutException.class);
      broker.resume();
      assertThat(whilePaused.get(30, TimeUnit.SECONDS)).isEqualTo(before);
    }
  }

  @Test
  void topicsAreNotCreatedByBeingUsed() {
    try (var admin = admin()) {
      assertThatThrownBy(() -> admin.describeTopics(List.of("unheard-of")).allTopicNames().get())
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(UnknownTopicOrPartitionException.class);
    }
  }

  @Test
  void aBrokerThatCannotStartSaysWhyAndLeavesNoProcess() {
    var options =
        BrokerOptions.forTests(folder.resolve("refused")).with("log.retention.bytes", "plenty");

    assertThatThrownBy(() -> BrokerProcess.start(options))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("ended before it answered")
        .hasMessageContaining("log.retention.bytes");
  }

  @Test
  void aBrokerWhoseParentIsKilledDiesWithIt() throws Exception {
    var parent = BrokerParent.start(folder.resolve("orphan"), "run");
    var orphan = parent.brokerHandle();

    parent.process().kill();

    orphan.onExit().get(30, TimeUnit.SECONDS);
    assertThat(orphan.isAlive()).isFalse();
  }

  @Test
  void aPausedBrokerWhoseParentIsKilledDiesToo() throws Exception {
    var parent = BrokerParent.start(folder.resolve("paused-orphan"), "pause");
    var orphan = parent.brokerHandle();

    parent.process().kill();

    orphan.onExit().get(30, TimeUnit.SECONDS);
    assertThat(orphan.isAlive()).isFalse();
  }

  @Test
  void aPortThatIsTakenIsNotFree() throws Exception {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThat(new BrokerPorts(taken.getLocalPort(), 1, 2).areFree()).isFalse();
    }
  }

  private static Admin admin() {
    return Admin.create(Map.<String, Object>of("bootstrap.servers", broker.bootstrapServers()));
  }

  private static void write(String value) throws Exception {
    try (var producer =
        new KafkaProducer<>(
            Map.<String, Object>of("bootstrap.servers", broker.bootstrapServers()),
            new StringSerializer(),
            new StringSerializer())) {
      producer.send(new ProducerRecord<>("letters", 0, null, value)).get();
    }
  }

  private static List<String> read() {
    try (var consumer =
        new KafkaConsumer<>(
            Map.<String, Object>of(
                "bootstrap.servers", broker.bootstrapServers(), "auto.offset.reset", "earliest"),
            new StringDeserializer(),
            new StringDeserializer())) {
      consumer.assign(List.of(PARTITION));
      consumer.seekToBeginning(List.of(PARTITION));
      var end = consumer.endOffsets(List.of(PARTITION)).get(PARTITION);
      var values = new ArrayList<String>();
      while (consumer.position(PARTITION) < end) {
        consumer.poll(Duration.ofMillis(100)).forEach(record -> values.add(record.value()));
      }
      return values;
    }
  }

  /** The handle of a process that is no child of this JVM. */
  static ProcessHandle handle(long pid) {
    return Optional.of(pid).flatMap(ProcessHandle::of).orElseThrow();
  }
}
