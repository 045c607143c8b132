package io.hamstring.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hamstring.broker.BrokerOptions;
import io.hamstring.broker.BrokerProcess;
import io.hamstring.contract.FailureKind;
import io.hamstring.operator.HamstringOperator;
import io.hamstring.operator.telemetry.Looks;
import io.hamstring.operator.telemetry.Looks.Report;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The operator with a Kubernetes API in this JVM, a real broker, and a worker that plays ill. */
class OperatorScenariosTest {

  @TempDir static Path folder;

  private static BrokerProcess broker;
  private static MockApi api;

  private String name;
  private HamstringOperator operator;
  private FakeWorker worker;

  @BeforeAll
  static void startCluster() {
    broker = BrokerProcess.start(BrokerOptions.forTests(folder));
    api = new MockApi();
  }

  @AfterAll
  static void stopCluster() {
    api.close();
    broker.close();
  }

  @BeforeEach
  void startOperator() {
    name = "p" + Long.toString(System.nanoTime(), 36);
    operator = HamstringOperator.start(api.client, MockApi.settings());
    worker = new FakeWorker(healthy().report());
  }

  @AfterEach
  void stopOperator() {
    api.find(name).ifPresent(pipeline -> api.client.resource(pipeline).delete());
    operator.close();
    worker.close();
  }

  private static Report healthy() {
    return Report.of("w-0", 1);
  }

  private static long secondsBeforeNow(long seconds) {
    return Duration.between(Looks.T0, Instant.now()).toSeconds() - seconds;
  }

  private static void eventually(ThrowingRunnable assertion) {
    await().atMost(Duration.ofSeconds(60)).untilAsserted(assertion);
  }

  private String topic() {
    return "in-" + name;
  }

  /** A pipeline of one stage whose only worker is up, and says that it is well. */
  private void runPipeline(String alerts) {
    api.apply(
        name,
        """
        kafka:
          bootstrapServers: '%s'
          topics: {partitions: 2, replicationFactor: 1}
        stages:
          - {name: alerter, type: alerter, inputs: {topics: [%s]}, replicas: 1}
        alerts: %s
        """
            .formatted(broker.bootstrapServers(), topic(), alerts));
    eventually(() -> assertThat(api.deployment(name + "-alerter")).isNotNull());
    api.pod(name + "-alerter", name + "-0", worker.port());
    api.rollOut(name + "-alerter", 1);
    eventually(() -> assertThat(api.condition(name, "Ready")).isEqualTo("True AllIsWell"));
  }

  private void awaitSweeps(int count) {
    var before = worker.asked();
    await().atMost(Duration.ofSeconds(60)).until(() -> worker.asked() >= before + count);
  }

  private List<String> eventsOf(String type) {
    return api.events(name).stream()
        .map(event -> event.getMessage())
        .filter(message -> message.startsWith(type + " is "))
        .map(message -> message.replaceAll(":.*", ""))
        .toList();
  }

  private void produce(int records) {
    try (var producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", broker.bootstrapServers()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (int i = 0; i < records; i++) {
        producer.send(new ProducerRecord<>(topic(), 0, null, new byte[] {1}));
      }
    }
  }

  private void commit(long offset) throws Exception {
    try (var admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      admin
          .alterConsumerGroupOffsets(
              "hamstring_security_" + name + "_alerter",
              Map.of(new TopicPartition(topic(), 0), new OffsetAndMetadata(offset)))
          .all()
          .get();
    }
  }

  private Instant lastWrite() {
    return api.pipeline(name).getStatus().getConditions().stream()
        .map(condition -> Instant.parse(condition.getLastTransitionTime()))
        .max(Comparator.naturalOrder())
        .orElseThrow();
  }

  private List<String> reconciles() throws Exception {
    return metrics()
        .lines()
        .filter(line -> line.startsWith("operator_sdk_reconciliations"))
        .filter(line -> line.contains("_total"))
        .toList();
  }

  private String metrics() throws Exception {
    return get("/metrics");
  }

  private String get(String path) throws Exception {
    var uri = URI.create("http://127.0.0.1:" + operator.httpPort().orElseThrow() + path);
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
        .body();
  }

  /** Ten minutes by a clock that goes twenty times as fast as the world. */
  @Test
  void aQuietFleetIsLookedAtAndNothingIsWrittenOrReconciledForTenMinutes() throws Exception {
    operator.close();
    var clock = new FastClock(20);
    operator = HamstringOperator.start(api.client, MockApi.settings(), clock);
    runPipeline("{}");
    awaitSweeps(8);
    eventually(() -> assertThat(clock.instant()).isAfter(lastWrite().plusSeconds(90)));
    var before = List.copyOf(api.dispatcher.writes());
    var reconciles = reconciles();
    var sweeps = worker.asked();
    var end = clock.instant().plus(Duration.ofMinutes(10));

    await().atMost(Duration.ofMinutes(2)).until(() -> clock.instant().isAfter(end));

    assertThat(api.dispatcher.writes()).isEqualTo(before);
    assertThat(reconciles()).isNotEmpty().isEqualTo(reconciles);
    assertThat(worker.asked()).isGreaterThan(sweeps + 20);
    var stage = api.pipeline(name).getStatus().getStages().get(0);
    assertThat(stage.getWorkers()).isEqualTo("1/1");
    assertThat(stage.getLag()).isZero();
    assertThat(stage.getPartitions()).isEqualTo(2);
    assertThat(api.pipeline(name).getStatus().getSummary().getStages()).isEqualTo("1/1");
    assertThat(get("/readyz")).isEqualTo("ok\n");
  }

  @Test
  void recordsThatWaitWithoutACommitRaiseAnAlertThatACommitClears() throws Exception {
    runPipeline("{outputSilence: 10s}");

    produce(7);
    eventually(
        () ->
            assertThat(api.condition(name, "InputWithoutOutput"))
                .isEqualTo("True NothingCommitted"));

    assertThat(api.full(name, "InputWithoutOutput").getMessage())
        .contains("stage alerter", "7 records wait", topic() + "-0: 7");
    assertThat(api.condition(name, "Ready")).isEqualTo("False InputWithoutOutput");
    assertThat(api.pipeline(name).getStatus().getSummary().getSymptoms())
        .isEqualTo("InputWithoutOutput");
    assertThat(metrics())
        .contains(
            "condition=\"InputWithoutOutput\",namespace=\"security\",pipeline=\""
                + name
                + "\",status=\"true\"} 1")
        .containsPattern("hamstring_stage_lag\\{.*pipeline=\"" + name + "\",stage=\"alerter\"} 7")
        .containsPattern(
            "hamstring_stage_workers\\{.*pipeline=\""
                + name
                + "\",stage=\"alerter\",state=\"ready\"} 1")
        .contains("jvm_memory_used_bytes{");

    commit(7);
    eventually(
        () ->
            assertThat(api.condition(name, "InputWithoutOutput"))
                .isEqualTo("False CommitsFollowInput"));
    eventually(() -> assertThat(api.condition(name, "Ready")).isEqualTo("True AllIsWell"));
    assertThat(eventsOf("InputWithoutOutput"))
        .containsExactlyInAnyOrder("InputWithoutOutput is True", "InputWithoutOutput is False");
  }

  @Test
  void aRestartedOperatorRemembersAnAlertWhoseEvidenceIsGone() {
    runPipeline("{membershipLoss: {count: 2, window: 10m}}");
    worker.says(
        healthy()
            .recovered(FailureKind.MEMBERSHIP_LOST, secondsBeforeNow(40))
            .recovered(FailureKind.MEMBERSHIP_LOST, secondsBeforeNow(20))
            .report());
    eventually(
        () ->
            assertThat(api.condition(name, "RepeatedMembershipLoss"))
                .isEqualTo("True MembershipsLost"));
    var raised = api.full(name, "RepeatedMembershipLoss");
    assertThat(raised.getMessage()).contains("2 times within 10m", "w-0: 2");
    assertThat(api.pipeline(name).getStatus().getStages().get(0).getLastRecovery().getCause())
        .isEqualTo("MEMBERSHIP_LOST");

    operator.close();
    worker.says(Report.of("w-0", 2).startedAt(secondsBeforeNow(5)).report());
    operator = HamstringOperator.start(api.client, MockApi.settings());
    awaitSweeps(12);

    var after = api.full(name, "RepeatedMembershipLoss");
    assertThat(after.getStatus()).isEqualTo("True");
    assertThat(after.getLastTransitionTime()).isEqualTo(raised.getLastTransitionTime());
    assertThat(api.condition(name, "InputWithoutOutput")).startsWith("False");
    assertThat(eventsOf("RepeatedMembershipLoss"))
        .containsExactly("RepeatedMembershipLoss is True");
    assertThat(eventsOf("InputWithoutOutput")).isEmpty();
  }

  @Test
  void aDeletedPipelineLeavesNoSeriesBehind() throws Exception {
    runPipeline("{}");
    assertThat(metrics()).contains("pipeline=\"" + name + "\"");

    api.client.resource(api.pipeline(name)).delete();

    eventually(() -> assertThat(metrics()).doesNotContain("pipeline=\"" + name + "\""));
  }
}
