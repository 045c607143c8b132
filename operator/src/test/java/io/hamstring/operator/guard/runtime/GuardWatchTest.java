package io.hamstring.operator.guard.runtime;

import static io.hamstring.operator.guard.runtime.GuardedGroup.settle;
import static io.hamstring.operator.guard.runtime.GuardedGroup.takesOver;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.hamstring.broker.BrokerOptions;
import io.hamstring.broker.BrokerProcess;
import io.hamstring.operator.guard.Cause;
import io.hamstring.operator.guard.PodSight.Container;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against a real broker with Kafka's own session and transaction timeouts: 45 s and 60 s. */
class GuardWatchTest {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @TempDir static Path folder;

  private static BrokerProcess broker;
  private static Admin admin;

  private GuardedGroup group;

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

  @BeforeEach
  void startGuard() throws Exception {
    group = GuardedGroup.of(broker.bootstrapServers(), admin, true, Duration.ofSeconds(45));
  }

  @AfterEach
  void stopGuard() {
    group.close();
  }

  private long lastStable() throws Exception {
    var partition = new TopicPartition(group.output(), 0);
    return admin
        .listOffsets(
            Map.of(partition, OffsetSpec.latest()),
            new ListOffsetsOptions(IsolationLevel.READ_COMMITTED))
        .partitionResult(partition)
        .get()
        .offset();
  }

  @ParameterizedTest
  @ValueSource(strings = {"classic", "consumer"})
  void aDeadWorkersPartitionsAreTakenOverAndItsTransactionBlocksNobody(String protocol)
      throws Exception {
    try (var survivor = group.join(protocol, "a", 1)) {
      var dead = group.join(protocol, "b", 3);
      settle(survivor, dead);
      var read = dead.poll().iterator().next();
      dead.openTransaction(group.output(), read, 7);
      var before = lastStable();
      dead.die();

      group
          .guard()
          .changed(group.sight("b", Container.RUNNING, 0), group.sight("b", Container.ENDED, 3));

      takesOver(survivor);
      await().atMost(PATIENCE).until(() -> lastStable() > before);
      await().atMost(PATIENCE).until(() -> group.ended.size() == 1);
      assertThat(group.ended.get(0).evicted()).isEqualTo(1);
      assertThat(group.ended.get(0).fenced()).containsExactly(3L);
      assertThat(group.stableOffsets()).doesNotContain(read);
      survivor.openTransaction(group.output(), read, 8);
      survivor.commit();
      await().atMost(PATIENCE).until(() -> group.stableOffsets().contains(read));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"classic", "consumer"})
  void aRestartedOperatorFinishesWhatItsPredecessorBegan(String protocol) throws Exception {
    try (var survivor = group.join(protocol, "a", 1)) {
      var dead = group.join(protocol, "b", 2);
      settle(survivor, dead);
      dead.openTransaction(group.output(), dead.poll().iterator().next(), 7);
      dead.die();
      // The predecessor was killed between its fence and its removal.
      group.guard().close();
      admin.fenceProducers(List.of(group.incarnation("b", 2).transactionalId())).all().get();

      group.pods.add(group.sight("a", Container.RUNNING, 0));
      // The pod has another container already.
      group.pods.add(group.sight("b", Container.RUNNING, 2));
      group.startGuard();
      group.sweep();

      takesOver(survivor);
      await().atMost(PATIENCE).until(() -> !group.ended.isEmpty());
      assertThat(group.ended.get(0).evicted()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"classic", "consumer"})
  void theNextStartOfAPodIsNotHitWhileItsPredecessorIsEvicted(String protocol) throws Exception {
    try (var survivor = group.join(protocol, "a", 1)) {
      var dead = group.join(protocol, "b", 1);
      settle(survivor, dead);
      dead.openTransaction(group.output(), dead.poll().iterator().next(), 7);
      dead.die();
      try (var next = group.join(protocol, "b", 2)) {
        group
            .guard()
            .changed(
                group.sight("b", Container.RUNNING, 0), group.sight("b", Container.RUNNING, 1));

        settle(survivor, next);
        await().atMost(PATIENCE).until(() -> group.ended.size() == 1);
        assertThat(group.ended.get(0).evicted()).isEqualTo(1);
        next.openTransaction(group.output(), next.poll().iterator().next(), 9);
        next.commit();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"classic", "consumer"})
  void aPodThatNoInformerKnowsIsDeadOnlyWhenTheApiServerSaysSo(String protocol) throws Exception {
    try (var survivor = group.join(protocol, "a", 1)) {
      var other = group.join(protocol, "b", 4);
      settle(survivor, other);
      other.openTransaction(group.output(), other.poll().iterator().next(), 7);
      other.die();
      group.pods.add(group.sight("a", Container.RUNNING, 0));
      group.sweep();
      // The API server is away: whether the pod is gone is not known.
      await()
          .atMost(PATIENCE)
          .until(
              () ->
                  group
                      .board
                      .of(group.key())
                      .filter(window -> window.seen().compareTo(Duration.ofSeconds(2)) > 0)
                      .isPresent());
      assertThat(group.ended).isEmpty();

      group.gone.add(group.pod("b"));

      takesOver(survivor);
      await().atMost(PATIENCE).until(() -> !group.ended.isEmpty());
      assertThat(group.ended.get(0).fenced()).containsExactly(4L);
      assertThat(group.ended.get(0).target().cause()).isEqualTo(Cause.VANISHED);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"classic", "consumer"})
  void aFrozenWorkerIsTakenOutAndWhatItCommitsWhenItWakesNeverShows(String protocol)
      throws Exception {
    try (var survivor = group.join(protocol, "a", 1);
        var frozen = group.join(protocol, "b", 1)) {
      settle(survivor, frozen);
      var read = frozen.poll().iterator().next();
      frozen.openTransaction(group.output(), read, 7);
      group.pods.add(group.sight("a", Container.RUNNING, 0));
      group.pods.add(group.unready("b"));
      var began = Instant.now();
      group.looked(began, "a", "b");
      group.looked(began.plusSeconds(9), "a", "b");
      assertThat(group.ended).isEmpty();

      group.looked(began.plusSeconds(10), "a", "b");

      await().atMost(PATIENCE).until(() -> group.ended.size() == 1);
      assertThat(group.ended.get(0).target().cause()).isEqualTo(Cause.FROZEN);
      assertThat(group.ended.get(0).evicted()).isEqualTo(1);
      assertThatThrownBy(frozen::commit).isInstanceOf(KafkaException.class);
      assertThat(group.stableOffsets()).doesNotContain(read);
      // Its clients join again; that membership is nobody's to end.
      settle(survivor, frozen);
      assertThat(group.ended).hasSize(1);
    }
  }

  /** KAFKA-21279: the coordinator cannot write the leave down, and forgets to end the session. */
  @Test
  void aMemberWhoseLeaveWasLostIsEvicted() throws Exception {
    try (var survivor = group.join("consumer", "a", 1)) {
      var leaving = group.join("consumer", "b", 1);
      settle(survivor, leaving);
      offsetsTopic("max.message.bytes", "80");
      try {
        leaving.close();
      } finally {
        offsetsTopic("max.message.bytes", null);
      }
      assertThat(group.members()).as("the leave was lost").isGreaterThan(1);

      group.pods.add(group.sight("a", Container.RUNNING, 0));
      group.pods.add(group.sight("b", Container.ENDED, 1));
      group.sweep();

      takesOver(survivor);
      await().atMost(PATIENCE).until(() -> group.members() == 1);
    }
  }

  private static void offsetsTopic(String setting, String value) throws Exception {
    var topic = new ConfigResource(ConfigResource.Type.TOPIC, "__consumer_offsets");
    var change =
        new AlterConfigOp(
            new ConfigEntry(setting, value),
            value == null ? AlterConfigOp.OpType.DELETE : AlterConfigOp.OpType.SET);
    admin.incrementalAlterConfigs(Map.of(topic, List.of(change))).all().get();
    // The broker applies it when it has read the metadata log.
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              var now = admin.describeConfigs(List.of(topic)).all().get().get(topic).get(setting);
              return now.value().equals("80") == (value != null);
            });
  }
}
