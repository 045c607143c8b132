package io.hamstring.operator.guard.runtime;

import static io.hamstring.operator.guard.runtime.GuardedGroup.settle;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hamstring.broker.BrokerOptions;
import io.hamstring.broker.BrokerProcess;
import io.hamstring.operator.guard.PodSight.Container;
import io.hamstring.operator.symptom.ConditionStatus;
import io.hamstring.operator.symptom.SymptomType;
import io.hamstring.operator.symptom.Symptoms;
import io.hamstring.operator.symptom.Thresholds;
import io.hamstring.operator.symptom.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberToRemove;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is told of ghosts, blockages and stalls at a real broker: true and false as it should be.
 */
class GuardConditionsTest {

  private static final Duration BOUND = Duration.ofSeconds(6);
  private static final Thresholds THRESHOLDS =
      new Thresholds(
          3,
          Duration.ofMinutes(10),
          Duration.ofMinutes(5),
          Duration.ofMinutes(5),
          BOUND,
          BOUND,
          Duration.ofMinutes(5),
          Duration.ofSeconds(30),
          Duration.ofMinutes(10),
          Duration.ofMinutes(10));

  @TempDir static Path folder;

  private static BrokerProcess broker;
  private static Admin admin;

  @BeforeAll
  static void startBroker() {
    broker = BrokerProcess.start(BrokerOptions.forTests(folder));
    admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
  }

  @AfterAll
  static void stopBroker() {
    admin.close(Duration.ZERO);
    broker.close();
  }

  private static GuardedGroup group(boolean enabled, Duration session) throws Exception {
    return GuardedGroup.of(broker.bootstrapServers(), admin, enabled, session);
  }

  private static KafkaProducer<byte[], byte[]> producer(String transactionalId) {
    var producer =
        new KafkaProducer<>(
            Map.of(
                "bootstrap.servers",
                broker.bootstrapServers(),
                "transactional.id",
                transactionalId),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    producer.initTransactions();
    return producer;
  }

  private static void begin(KafkaProducer<byte[], byte[]> producer, String topic) throws Exception {
    producer.beginTransaction();
    var sent = producer.send(new ProducerRecord<>(topic, 0, null, new byte[] {1}));
    producer.flush();
    sent.get();
  }

  private static Verdict verdict(GuardedGroup group, SymptomType type) {
    return group
        .board
        .of(group.key())
        .map(window -> Symptoms.of(group.name, window, THRESHOLDS, Instant.now()).get(type))
        .orElse(Verdict.unknown("", ""));
  }

  private static Verdict becomes(ConditionStatus status, GuardedGroup group, SymptomType type) {
    await().atMost(Duration.ofSeconds(60)).until(() -> verdict(group, type).status() == status);
    return verdict(group, type);
  }

  @Test
  void aStrangersOpenTransactionIsNamedAndLeftAlone() throws Exception {
    try (var group = group(true, Duration.ofSeconds(45));
        var stranger = producer("somebody-" + Long.toString(System.nanoTime(), 36))) {
      begin(stranger, group.input());
      group.sweep();
      becomes(ConditionStatus.FALSE, group, SymptomType.BLOCKED_BY_TRANSACTION);

      var alert = becomes(ConditionStatus.TRUE, group, SymptomType.BLOCKED_BY_TRANSACTION);

      assertThat(alert.reason()).isEqualTo("TransactionOpen");
      assertThat(alert.message())
          .contains(group.input() + "-0", "transactional id somebody-", "at offset 0");
      stranger.commitTransaction();
      becomes(ConditionStatus.FALSE, group, SymptomType.BLOCKED_BY_TRANSACTION);
      assertThat(group.ended).isEmpty();
    }
  }

  @Test
  void aDeadWorkersTransactionIsFencedThoughItsMembershipIsOver() throws Exception {
    try (var group = group(true, Duration.ofSeconds(45))) {
      var dead = producer(group.incarnation("b", 2).transactionalId());
      begin(dead, group.input());
      dead.close(Duration.ZERO);
      group.pods.add(group.sight("b", Container.RUNNING, 2));
      group.sweep();

      await().atMost(Duration.ofSeconds(60)).until(() -> !group.ended.isEmpty());

      assertThat(group.ended.get(0).fenced()).containsExactly(2L);
      await()
          .atMost(Duration.ofSeconds(20))
          .until(
              () ->
                  group
                      .board
                      .of(group.key())
                      .filter(w -> w.latest().transactions().blockages().isEmpty())
                      .isPresent());
    }
  }

  @Test
  void aMemberThatOutlivesItsSessionIsAGhostUntilItIsGone() throws Exception {
    // Nobody evicts it, so that it can be seen.
    try (var group = group(false, Duration.ofSeconds(2));
        var survivor = group.join("classic", "a", 1)) {
      var dead = group.join("classic", "b", 1);
      settle(survivor, dead);
      dead.die();
      group.pods.add(group.sight("a", Container.RUNNING, 0));
      group.pods.add(group.sight("b", Container.RUNNING, 1));
      group.sweep();

      var alert = becomes(ConditionStatus.TRUE, group, SymptomType.GHOST_MEMBER);

      assertThat(alert.message()).contains(group.incarnation("b", 1).instanceId());
      assertThat(group.ended).isEmpty();
      admin
          .removeMembersFromConsumerGroup(
              group.group(),
              new RemoveMembersFromConsumerGroupOptions(
                  List.of(new MemberToRemove(group.incarnation("b", 1).instanceId()))))
          .all()
          .get();
      becomes(ConditionStatus.FALSE, group, SymptomType.GHOST_MEMBER);
    }
  }

  @Test
  void aPartitionThatStandsStillWhileAnotherGoesOnIsTold() throws Exception {
    try (var group = group(true, Duration.ofSeconds(45));
        var feed = producer("feed-" + Long.toString(System.nanoTime(), 36))) {
      feed.beginTransaction();
      for (int n = 0; n < 2000; n++) {
        feed.send(new ProducerRecord<>(group.input(), n % 2, null, new byte[] {1}));
      }
      feed.commitTransaction();
      commit(group, 0, 1);
      commit(group, 1, 1);
      group.sweep();
      var offset = new long[] {1};
      await()
          .atMost(Duration.ofSeconds(60))
          .pollInterval(Duration.ofMillis(300))
          .until(
              () -> {
                commit(group, 1, ++offset[0]);
                return verdict(group, SymptomType.PARTITION_STALLED).status()
                    == ConditionStatus.TRUE;
              });

      assertThat(verdict(group, SymptomType.PARTITION_STALLED).message())
          .contains(group.input() + "-0", "gives it to nobody");
      commit(group, 0, 500);
      becomes(ConditionStatus.FALSE, group, SymptomType.PARTITION_STALLED);
    }
  }

  private static void commit(GuardedGroup group, int partition, long offset) throws Exception {
    admin
        .alterConsumerGroupOffsets(
            group.group(),
            Map.of(new TopicPartition(group.input(), partition), new OffsetAndMetadata(offset)))
        .all()
        .get();
  }
}
