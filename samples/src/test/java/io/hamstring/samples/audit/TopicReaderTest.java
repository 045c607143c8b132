package io.hamstring.samples.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.broker.BrokerOptions;
import io.hamstring.broker.BrokerProcess;
import io.hamstring.contract.records.DeadLetter;
import io.hamstring.contract.records.SourceIds;
import io.hamstring.samples.audit.AuditedStage.Spread;
import io.hamstring.samples.runtime.Feed;
import io.hamstring.samples.runtime.LogLines;
import io.hamstring.samples.runtime.Pace;
import io.hamstring.samples.traffic.DnsTraffic;
import io.hamstring.samples.watch.BrokerWatch;
import io.hamstring.samples.watch.WatchedStage;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The audit of topics on a real broker, whose transactions the tests write by hand. */
class TopicReaderTest {

  private static BrokerProcess broker;
  private static int runs;

  private String in;
  private String out;
  private String disposals;
  private AuditedStage stage;

  @BeforeAll
  static void start(@TempDir Path folder) {
    broker = BrokerProcess.start(BrokerOptions.forTests(folder));
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  @BeforeEach
  void topics() throws Exception {
    runs++;
    in = "in-" + runs;
    out = "out-" + runs;
    disposals = "audit-" + runs;
    stage =
        new AuditedStage(
            "filter", "prefilter", Set.of(in), Set.of(out), Spread.EVERY_TOPIC, "letters-" + runs);
    try (var admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      var one = Optional.of((short) 1);
      admin
          .createTopics(
              List.of(
                  new NewTopic(in, Optional.of(1), one),
                  new NewTopic(out, Optional.of(2), one),
                  new NewTopic("letters-" + runs, Optional.of(1), one),
                  new NewTopic(disposals, Optional.of(1), one)))
          .all()
          .get();
    }
    // A partition without a leader yet cannot be read; a producer could stumble over it.
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .ignoreExceptions()
        .until(() -> findings().in() == 0);
    feed(3);
  }

  @Test
  void whatAnAbortedTransactionWroteHasNoEffect() throws Exception {
    try (var producer = transactional()) {
      producer.beginTransaction();
      output(producer, 0, "0");
      output(producer, 1, "1");
      producer.abortTransaction();
    }

    assertThat(findings()).returns(3L, StageFindings::in).returns(3L, StageFindings::lost);

    try (var producer = transactional()) {
      producer.beginTransaction();
      output(producer, 1, "0..1");
      disposal(producer, "2", "FILTERED", "not relevant");
      producer.commitTransaction();
    }

    assertThat(findings())
        .matches(StageFindings::exactlyOnce)
        .returns(1L, StageFindings::out)
        .returns(Map.of("not relevant", 1L), StageFindings::dropped);
  }

  @Test
  void whatTwoTransactionsWroteOfTheSameRecordIsDoubled() throws Exception {
    try (var producer = transactional()) {
      for (int partition = 0; partition < 2; partition++) {
        producer.beginTransaction();
        output(producer, partition, "0..2");
        producer.commitTransaction();
      }
    }

    assertThat(findings()).returns(3L, StageFindings::doubled).returns(0L, StageFindings::lost);
  }

  @Test
  void aDeadLetterIsReadAndNotOnlyBelieved() throws Exception {
    try (var producer = transactional()) {
      producer.beginTransaction();
      output(producer, 0, "0..1");
      disposal(producer, "2", "DEAD_LETTERED", "poison");
      producer.commitTransaction();
      assertThat(findings().lost()).isEqualTo(1);

      producer.beginTransaction();
      letter(producer, "2");
      producer.send(new ProducerRecord<>("letters-" + runs, bytes("somebody else's")));
      producer.commitTransaction();
    }

    assertThat(findings())
        .matches(StageFindings::exactlyOnce)
        .returns(Map.of("dead-lettered: poison", 1L), StageFindings::rejected);
  }

  @Test
  void offsetsOfATransactionAreProgressOnceItIsCommitted() throws Exception {
    var watched = List.of(new WatchedStage("filter", "group-" + runs, Set.of(in), Set.of(out)));
    try (var watch = new BrokerWatch(broker.bootstrapServers());
        var producer = transactional()) {
      assertThat(watch.look(watched, Set.of("no-such-topic")).lag(watched.get(0))).isEqualTo(3);

      producer.beginTransaction();
      output(producer, 0, "0..2");
      producer.sendOffsetsToTransaction(
          Map.of(new TopicPartition(in, 0), new OffsetAndMetadata(3)), group());
      producer.flush();
      var open = watch.look(watched, Set.of());
      assertThat(open.lag(watched.get(0))).isEqualTo(3);
      assertThat(open.openTransaction()).isTrue();

      producer.commitTransaction();
      Awaitility.await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> watch.look(watched, Set.of()).isWorkedOff(watched));
    }
  }

  private void feed(long records) {
    var traffic = new DnsTraffic(1, Instant.EPOCH);
    try (var feed =
        Feed.start(
            broker.bootstrapServers(),
            in,
            LogLines.generated(traffic, records),
            Pace.UNBOUNDED,
            false)) {
      Awaitility.await().atMost(Duration.ofSeconds(30)).until(feed::isDone);
      assertThat(feed.acknowledged()).isEqualTo(records);
    }
  }

  private StageFindings findings() throws Exception {
    awaitMarkers();
    var audit = new Audit(List.of(stage));
    new TopicReader(broker.bootstrapServers()).show(audit, disposals);
    return audit.findings().get(0);
  }

  /**
   * A commit returns before its markers stand in the partitions; readers see nothing until then.
   */
  private void awaitMarkers() {
    var watched = List.of(new WatchedStage("filter", "group-" + runs, Set.of(in), Set.of(out)));
    try (var watch = new BrokerWatch(broker.bootstrapServers())) {
      Awaitility.await()
          .atMost(Duration.ofSeconds(30))
          .until(
              () -> !watch.look(watched, Set.of(disposals, "letters-" + runs)).openTransaction());
    }
  }

  private void output(KafkaProducer<byte[], byte[]> producer, int partition, String offsets) {
    var record = new ProducerRecord<byte[], byte[]>(out, partition, null, bytes("{}"));
    record.headers().add(SourceIds.HEADER, bytes(in + "-0-" + offsets + "/0"));
    producer.send(record);
  }

  private void letter(KafkaProducer<byte[], byte[]> producer, String offset) {
    var record = new ProducerRecord<byte[], byte[]>("letters-" + runs, bytes("{}"));
    Map.of(
            DeadLetter.STAGE,
            "filter",
            DeadLetter.TOPIC,
            in,
            DeadLetter.PARTITION,
            "0",
            DeadLetter.OFFSET,
            offset)
        .forEach((name, value) -> record.headers().add(name, bytes(value)));
    producer.send(record);
  }

  private void disposal(
      KafkaProducer<byte[], byte[]> producer, String offsets, String disposition, String rule) {
    var line =
        """
        {"stage":"filter","sources":"%s-0-%s/0","disposition":"%s","rule":"%s"}"""
            .formatted(in, offsets, disposition, rule);
    producer.send(new ProducerRecord<>(disposals, bytes(line)));
  }

  private static KafkaProducer<byte[], byte[]> transactional() {
    var producer =
        new KafkaProducer<>(
            Map.<String, Object>of(
                "bootstrap.servers",
                broker.bootstrapServers(),
                "transactional.id",
                "by-hand-" + runs),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    producer.initTransactions();
    return producer;
  }

  private static ConsumerGroupMetadata group() {
    try (var consumer =
        new KafkaConsumer<>(
            Map.<String, Object>of(
                "bootstrap.servers", broker.bootstrapServers(), "group.id", "group-" + runs),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      return consumer.groupMetadata();
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
