package io.hamstring.operator.guard.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hamstring.broker.BrokerOptions;
import io.hamstring.broker.BrokerProcess;
import io.hamstring.contract.names.Incarnation;
import io.hamstring.operator.guard.Eviction;
import io.hamstring.operator.guard.GuardedPipeline;
import io.hamstring.operator.guard.GuardedStage;
import io.hamstring.operator.guard.PodHome;
import io.hamstring.operator.guard.PodSight;
import io.hamstring.operator.spec.Guard;
import io.hamstring.operator.telemetry.PipelineKey;
import io.hamstring.operator.telemetry.TelemetryBoard;
import io.hamstring.operator.telemetry.watch.Cluster;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against a real broker with Kafka's own session and transaction timeouts: 45 s and 60 s. */
class GuardWatchTest {

  private static final PipelineKey PIPELINE = new PipelineKey("security", "dns");

  @TempDir static Path folder;

  private static BrokerProcess broker;
  private static Admin admin;

  private final TelemetryBoard board = new TelemetryBoard();
  private final List<PodSight> pods = new CopyOnWriteArrayList<>();
  private final Set<String> gone = ConcurrentHashMap.newKeySet();
  private final List<Eviction> ended = new CopyOnWriteArrayList<>();
  private GuardWatch guard;
  private String name;

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
    name = "s" + Long.toString(System.nanoTime(), 36);
    admin
        .createTopics(
            List.of(
                new NewTopic("in-" + name, 2, (short) 1),
                new NewTopic("out-" + name, 1, (short) 1)))
        .all()
        .get();
    guard =
        new GuardWatch(
            board,
            new PodTruth() {
              @Override
              public List<PodSight> podsOf(GuardedStage stage) {
                return List.copyOf(pods);
              }

              @Override
              public boolean isGone(String namespace, String pod) {
                return gone.contains(pod);
              }
            },
            new GuardListener() {
              @Override
              public void count(Eviction eviction, Duration took) {
                ended.add(eviction);
              }

              @Override
              public void tell(Eviction eviction, Duration took) {}
            },
            Clock.systemUTC());
    guard.guard(
        new Cluster(broker.bootstrapServers(), Map.of()),
        new GuardedPipeline(PIPELINE, List.of(stage())));
  }

  @AfterEach
  void stopGuard() {
    guard.close();
  }

  private GuardedStage stage() {
    return new GuardedStage(
        PIPELINE.stage(name),
        "group-" + name,
        new PodHome("security", "dns", name),
        "dns-" + name + "-",
        Duration.ofSeconds(45),
        new Guard(true, Duration.ofSeconds(10), false));
  }

  private String pod(String suffix) {
    return "dns-" + name + "-" + suffix;
  }

  private PodSight sight(String suffix, PodSight.Container container, long deadBoot) {
    return new PodSight(stage().home(), pod(suffix), container, deadBoot);
  }

  private Mortal join(String protocol, String suffix, long boot) {
    return Mortal.join(
        broker.bootstrapServers(),
        protocol,
        "group-" + name,
        new Incarnation("security", "dns", name, pod(suffix), boot),
        "in-" + name);
  }

  /** Both are members and have one partition each. */
  private static void settle(Mortal one, Mortal other) {
    await()
        .atMost(Duration.ofSeconds(60))
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(10))
        .until(() -> one.poll().size() == 1 & other.poll().size() == 1);
  }

  private static void takesOver(Mortal survivor) {
    await()
        .atMost(Duration.ofSeconds(30))
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(10))
        .until(() -> survivor.poll().size() == 2);
  }

  private long lastStable() throws Exception {
    var partition = new TopicPartition("out-" + name, 0);
    return admin
        .listOffsets(
            Map.of(partition, OffsetSpec.latest()),
            new ListOffsetsOptions(IsolationLevel.READ_COMMITTED))
        .partitionResult(partition)
        .get()
        .offset();
  }

  private Set<TopicPartition> stableOffsets() throws Exception {
    var options = new org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions();
    options.requireStable(true);
    return admin
        .listConsumerGroupOffsets("group-" + name, options)
        .partitionsToOffsetAndMetadata()
        .get()
        .keySet();
  }

  @ParameterizedTest
  @ValueSource(strings = {"classic", "consumer"})
  void aDeadWorkersPartitionsAreTakenOverAndItsTransactionBlocksNobody(String protocol)
      throws Exception {
    try (var survivor = join(protocol, "a", 1)) {
      var dead = join(protocol, "b", 3);
      settle(survivor, dead);
      var read = dead.poll().iterator().next();
      dead.openTransaction("out-" + name, read, 7);
      var before = lastStable();
      dead.die();

      guard.changed(
          sight("b", PodSight.Container.RUNNING, 0), sight("b", PodSight.Container.ENDED, 3));

      takesOver(survivor);
      await().atMost(Duration.ofSeconds(20)).until(() -> lastStable() > before);
      await().atMost(Duration.ofSeconds(20)).until(() -> ended.size() == 1);
      assertThat(ended.get(0).evicted()).isEqualTo(1);
      assertThat(ended.get(0).fenced()).containsExactly(3L);
      assertThat(stableOffsets()).doesNotContain(read);
      survivor.openTransaction("out-" + name, read, 8);
      survivor.commit();
      await().atMost(Duration.ofSeconds(20)).until(() -> stableOffsets().contains(read));
    }
  }
}
