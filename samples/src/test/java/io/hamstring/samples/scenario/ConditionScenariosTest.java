package io.hamstring.samples.scenario;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hamstring.broker.BrokerOptions;
import io.hamstring.broker.BrokerProcess;
import io.hamstring.broker.BrokerSecurity;
import io.hamstring.broker.clickhouse.ClickHouseOptions;
import io.hamstring.broker.clickhouse.ClickHouseServer;
import io.hamstring.operator.symptom.Tempo;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Symptoms provoked in a local run with real workers and a real broker: each condition becomes true
 * with a message that helps, and false again once it is cured. Holds are sixty times shorter than
 * in a cluster. All pipelines run at the same time.
 */
class ConditionScenariosTest {

  private static final String QUICK =
      """
      alerts:
        outputSilence: 10s
        lagGrowthWindow: 10s
        hangingTransaction: 10s
        membershipLoss: {count: 1, window: 20s}
      """;

  /** A session short enough that a guest is told of within the patience of these tests. */
  private static final String SHORT =
      """
      kafka: {groupProtocol: classic}
      timeouts: {session: 6s, maxPollInterval: 6s, transaction: 4s, message: 3s, transactionApi: 2s}
      """;

  private static final String PASSWORD = "of-no-use-elsewhere";

  @TempDir static Path folder;

  private static Scene scene;
  private static BrokerProcess strict;

  private static Stage cutOff;
  private static Stage refused;
  private static Stage older;
  private static Stage newer;
  private static Stage poisoned;
  private static Stage letterless;
  private static Stage slow;
  private static Stage lossy;
  private static Stage aborting;
  private static Stage blocked;
  private static Stage troubled;
  private static Stage unauthorized;
  private static Stage blind;

  @BeforeAll
  static void startEverythingAtOnce() throws Exception {
    scene = Scene.start(folder, new Tempo(60));
    cutOff = stage("cutoff").create("kafka: {bootstrapServers: '127.0.0.1:1'}");
    refused = stage("refused").create("kafka: {topics: {config: {cleanup.policy: nonsense}}}");
    older = stage("contested-a").create("stage: {group: contested}");
    letterless =
        stage("letterless")
            .create(
                "kafka: {topics: {create: false}}",
                "stage: {onPoison: {maxAttempts: 1, deadLetterTopic: letterless-dlt}}");
    letterless.makeTopic("letterless-in");
    letterless.makeTopic("letterless-out");
    poisoned = stage("poisoned").create(QUICK, "stage: {onPoison: {maxAttempts: 1, then: stop}}");
    blocked = stage("blocked").create(QUICK);
    troubled = stage("troubled").create(QUICK, SHORT, "timeouts: {maxPollInterval: 5m}");
    slow =
        stage("slow")
            .create(
                "kafka: {groupProtocol: classic}",
                "timeouts: {session: 10s, maxPollInterval: 15s, transactionApi: 10s}",
                "alerts: {membershipLoss: {count: 1, window: 1m}}");
    lossy = stage("lossy").create(QUICK);
    aborting =
        stage("aborting")
            .create(QUICK, "batch: {size: 1}", "stage: {onPoison: {maxAttempts: 1, then: skip}}");
    newer = stage("contested-b").create("stage: {group: contested}");
    strict =
        BrokerProcess.start(
            BrokerOptions.forTests(folder.resolve("strict"))
                .with(BrokerSecurity.plain(Map.of("dns", PASSWORD))));
    unauthorized = stage("unauthorized").password("anything");
    unauthorized.create(strictKafka("authentication: " + dnsWithPasswordOf("unauthorized")));
    blind = stage("blind").password("anything");
    stage("known").password(PASSWORD);
    blind.create(
        strictKafka(
            "authentication: "
                + dnsWithPasswordOf("known")
                + ", admin: {authentication: "
                + dnsWithPasswordOf("blind")
                + "}"));
  }

  private static Stage stage(String name) {
    return scene.stage(name);
  }

  private static String strictKafka(String access) {
    return "kafka: {bootstrapServers: '%s', %s}".formatted(strict.bootstrapServers(), access);
  }

  private static String dnsWithPasswordOf(String secret) {
    return "{type: plain, username: dns, passwordSecret: {secretName: %s, password: password}}"
        .formatted(secret);
  }

  @AfterAll
  static void stop() {
    if (scene != null) {
      scene.close();
    }
    if (strict != null) {
      strict.close();
    }
  }

  @Test
  void kafkaThatNobodyReaches() {
    cutOff.says(
        "KafkaUnreachable", "True", "WorkersCutOff", "cannot reach Kafka", "network policies");

    cutOff.edit("kafka: {bootstrapServers: '%s'}".formatted(scene.cluster().bootstrapServers()));

    cutOff.isWell("KafkaUnreachable");
  }

  @Test
  void aTopicThatIsMissing() throws Exception {
    // Not earlier: a worker asks for its topic every 30 s at first, and more seldom later.
    var missing = stage("missing").create("kafka: {topics: {create: false}}");
    missing.makeTopic("missing-out");
    missing.says("TopicMissing", "True", "TopicDoesNotExist", "stage work", "missing-in", "create");

    missing.makeTopic("missing-in");

    missing.isWell("TopicMissing");
  }

  @Test
  void aClickHouseThatIsAway() {
    assumeTrue(
        ClickHouseServer.program().isPresent(), "there is no clickhouse-server on this machine");
    var options = ClickHouseOptions.in(folder.resolve("clickhouse"), "");
    try (var server = ClickHouseServer.start(options)) {
      server.stop();
      var monitored =
          stage("monitored")
              .create("monitoring: {clickhouse: {url: '%s'}}".formatted(server.url()));
      monitored.says(
          "SinkUnavailable",
          "True",
          "ClickHouseUnreachable",
          "stage monitoring",
          server.url().toString(),
          "spec.monitoring.clickhouse.url");

      server.start();

      monitored.isWell("SinkUnavailable");
      monitored.delete();
    }
  }

  @Test
  void aSettingThatKafkaRefuses() {
    refused.says("Misconfigured", "True", "TopicRefused", "refused-", "spec.kafka.topics");

    refused.edit("kafka: {topics: {config: {cleanup.policy: delete}}}");

    refused.isWell("Misconfigured");
  }

  @Test
  void aGroupThatTwoPipelinesClaim() {
    newer.says("IdentityConflict", "True", "ClaimedByAnother", "contested", "default/contested-a");

    older.delete();

    newer.isWell("IdentityConflict");
  }

  @Test
  void poisonThatHoldsAPartitionAndSilencesTheStage() {
    poisoned.isWell("TopicMissing");
    poisoned.feed(0, Stream.of("poison", "fine", "fine"));
    poisoned.says("PoisonRecords", "True", "PartitionHeld", "poisoned-in-0", "deadLetterTopic");
    poisoned.says("InputWithoutOutput", "True", "NothingCommitted", "stage work", "records wait");

    poisoned.edit("stage: {onPoison: {deadLetterTopic: poisoned-dlt}}");

    poisoned.isWell("InputWithoutOutput").isWell("PoisonRecords");
  }

  @Test
  void aDeadLetterTopicThatIsMissing() throws Exception {
    letterless.feed(1, Stream.of("poison"));
    letterless.says(
        "DeadLetterUnavailable", "True", "WaitsForDeadLetterTopic", "letterless-in-1", "create");

    letterless.makeTopic("letterless-dlt");

    letterless.isWell("DeadLetterUnavailable");
  }

  @Test
  void batchesThatComeNearTheirDeadlineAndAWorkerThatStandsStill() {
    slow.isWell("SlowBatches");
    slow.feed(0, Stream.of("wait:9000"));
    slow.says("SlowBatches", "True", "BatchesNearDeadline", "slow-work", "maxPollInterval (15s)");
    slow.isCaughtUp();

    var pod = slow.pods().get(0);
    scene.cluster().kubelet().pause(Stage.NAMESPACE, pod);
    await().pollDelay(Duration.ofSeconds(18)).atMost(Duration.ofMinutes(1)).until(() -> true);
    scene.cluster().kubelet().resume(Stage.NAMESPACE, pod);

    slow.says("MaxPollExceeded", "True", "LoopStoodStill", pod, "did not poll for");
    slow.says("RepeatedMembershipLoss", "True", "MembershipsLost", "1 times within 1m", pod);
    slow.isWell("SlowBatches").isWell("RepeatedMembershipLoss").isWell("MaxPollExceeded");
  }

  @Test
  void aPasswordThatKafkaDoesNotTake() {
    // The operator is refused at once; a worker counts more as soon as it says so too.
    unauthorized.says("NotAuthorized", "True", "WorkersRefused", "stage work", "spec.kafka");

    unauthorized.password(PASSWORD);

    unauthorized.isWell("NotAuthorized");
  }

  @Test
  void aPasswordOfTheOperatorThatKafkaDoesNotTake() {
    blind.says("NotAuthorized", "True", "OperatorRefused", "refuses the operator");

    blind.password(PASSWORD);

    blind.isWell("NotAuthorized");
  }

  @Test
  void aTransactionThatStaysOpenUpstream() throws Exception {
    blocked.isWell("BlockedByTransaction");
    try (var stranger =
        new KafkaProducer<>(
            Map.of(
                "bootstrap.servers",
                scene.cluster().bootstrapServers(),
                "transactional.id",
                "stranger"),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      stranger.initTransactions();
      stranger.beginTransaction();
      stranger.send(new ProducerRecord<>("blocked-in", 1, null, "fine".getBytes())).get();

      blocked.says(
          "BlockedByTransaction", "True", "TransactionOpen", "blocked-in-1", "id stranger");

      stranger.commitTransaction();
    }
    blocked.isWell("BlockedByTransaction");
  }

  @Test
  void aPartitionThatStandsStillAndAMemberThatIsNoWorker() {
    troubled.isWell("PartitionStalled");
    troubled.feed(0, Stream.of("wait:30000"));
    troubled.says(
        "PartitionStalled", "True", "OthersGoOn", "troubled-in-0", "the group gives it to");
    troubled.isWell("PartitionStalled");

    troubled.isWell("GhostMember");
    try (var guest =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers",
                scene.cluster().bootstrapServers(),
                "group.id",
                troubled.group(),
                "client.id",
                "guest",
                "session.timeout.ms",
                "6000"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      guest.subscribe(List.of(troubled.input()));
      await()
          .atMost(Duration.ofMinutes(1))
          .until(
              () -> guest.poll(Duration.ofMillis(100)).isEmpty() && guest.assignment().size() > 0);
      troubled.says("GhostMember", "True", "ForeignMember", "guest", "no worker of it");
    }
    troubled.isWell("GhostMember");
  }

  @Test
  void recordsThatAreGoneBeforeTheyAreRead() throws Exception {
    lossy.isWell("DataLoss");
    lossy.feed(0, Collections.nCopies(20, "fine").stream());
    lossy.isCaughtUp();
    lossy.edit("suspend: true");
    await().atMost(Duration.ofMinutes(2)).until(() -> lossy.pods().isEmpty());
    lossy.feed(0, Collections.nCopies(50, "fine").stream());
    scene
        .admin()
        .deleteRecords(Map.of(new TopicPartition("lossy-in", 0), RecordsToDelete.beforeOffset(60)))
        .all()
        .get();

    lossy.edit("suspend: false");

    lossy.says("DataLoss", "True", "OffsetsLost", "stage work", "lost to this stage");
    lossy.isWell("DataLoss");
  }

  @Test
  void transactionsThatAreAbortedWhileTheLagGrows() {
    aborting.isWell("AbortsWhileLagGrows");
    aborting.feed(0, Collections.nCopies(200, "big:2000000").stream());
    aborting.feed(0, Collections.nCopies(20_000, "wait:5").stream());

    aborting.says("AbortsWhileLagGrows", "True", "LagGrowsOverAborts", "aborted", "lag grew");

    aborting.edit("suspend: true");
    aborting.edit("suspend: false");
    aborting.isWell("AbortsWhileLagGrows");
  }
}
