package io.hamstring.operator.telemetry.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.hamstring.broker.BrokerOptions;
import io.hamstring.broker.BrokerProcess;
import io.hamstring.contract.settings.WorkerSettings.OffsetReset;
import io.hamstring.operator.telemetry.ClusterReach;
import io.hamstring.operator.telemetry.CommittedOffset;
import io.hamstring.operator.telemetry.Figure;
import io.hamstring.operator.telemetry.GroupView;
import io.hamstring.operator.telemetry.Partition;
import io.hamstring.operator.telemetry.PipelineKey;
import io.hamstring.operator.telemetry.StageKey;
import io.hamstring.operator.telemetry.StageWindow;
import io.hamstring.operator.telemetry.TelemetryBoard;
import io.hamstring.operator.telemetry.TopicProblem;
import io.hamstring.operator.telemetry.watch.PodSource.PodView;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against a real broker. */
class TelemetryWatchTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir static Path folder;

  private static BrokerProcess broker;
  private static Admin admin;

  private final TelemetryBoard board = new TelemetryBoard();
  private final List<PodView> pods = new CopyOnWriteArrayList<>();
  private final List<String> grown = new CopyOnWriteArrayList<>();
  private final TelemetryWatch watch =
      new TelemetryWatch(
          board,
          stage -> List.copyOf(pods),
          new SweepListener() {
            @Override
            public void swept(Set<PipelineKey> pipelines) {}

            @Override
            public void grew(Set<PipelineKey> pipelines, GrownTopic topic) {
              pipelines.forEach(pipeline -> grown.add(pipeline.name() + " " + topic));
            }
          },
          Clock.systemUTC(),
          Duration.ofMillis(200));

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

  @AfterEach
  void stopWatching() {
    watch.close();
  }

  private static Cluster cluster() {
    return new Cluster(broker.bootstrapServers(), Map.of());
  }

  private static WatchedPipeline pipeline(
      String name, Cluster cluster, OffsetReset start, List<String> kept, List<String> inputs) {
    var key = new PipelineKey("security", name);
    return new WatchedPipeline(
        key,
        cluster,
        kept.stream()
            .map(topic -> new KeptTopic(topic, 2, (short) 3, Map.of("retention.ms", "60000")))
            .toList(),
        List.of(
            new WatchedStage(
                key.stage("detector"),
                "group-" + name,
                start,
                inputs,
                List.of(),
                Duration.ofMinutes(10))));
  }

  private StageWindow seen(String pipeline, Predicate<StageWindow> condition) {
    var key = new PipelineKey("security", pipeline).stage("detector");
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(board.of(key))
                    .hasValueSatisfying(window -> assertThat(window).matches(condition)));
    return board.of(key).orElseThrow();
  }

  private static KafkaProducer<byte[], byte[]> producer(String transactionalId) {
    var settings = new HashMap<String, Object>();
    settings.put("bootstrap.servers", broker.bootstrapServers());
    settings.put("transactional.id", transactionalId);
    var producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    producer.initTransactions();
    return producer;
  }

  private static void send(KafkaProducer<byte[], byte[]> producer, String topic, int records) {
    for (int i = 0; i < records; i++) {
      producer.send(new ProducerRecord<>(topic, 0, null, new byte[] {1}));
    }
    producer.flush();
  }

  private static TopicDescription describe(String topic) throws Exception {
    return admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic);
  }

  @Test
  void topicsAreMadeAsWantedWithNoMoreCopiesThanThereAreBrokersAndGrowButNeverShrink()
      throws Exception {
    watch.watch(
        pipeline("made", cluster(), OffsetReset.EARLIEST, List.of("made"), List.of("made")));

    var seen = seen("made", window -> window.latest().lag().isWhole());
    assertThat(seen.latest().partitions().keySet())
        .containsExactly(new Partition("made", 0), new Partition("made", 1));
    assertThat(describe("made").partitions().get(0).replicas()).hasSize(1);

    var larger = pipeline("made", cluster(), OffsetReset.EARLIEST, List.of(), List.of("made"));
    watch.watch(
        new WatchedPipeline(
            larger.key(),
            larger.cluster(),
            List.of(new KeptTopic("made", 4, (short) 1, Map.of())),
            larger.stages()));
    seen("made", window -> window.latest().partitions().size() == 4);
    assertThat(grown).containsExactly("made GrownTopic[name=made, from=2, to=4]");
    watch.watch(
        pipeline("made", cluster(), OffsetReset.EARLIEST, List.of("made"), List.of("made")));
    watch.watch(pipeline("other", cluster(), OffsetReset.EARLIEST, List.of(), List.of("made")));
    seen("other", window -> window.latest().lag().isWhole());
    assertThat(describe("made").partitions()).hasSize(4);
  }

  @Test
  void aCaughtUpGroupHasNoLagBehindCommitMarkersAndOpenTransactionsAreNoLag() {
    watch.watch(pipeline("tx", cluster(), OffsetReset.EARLIEST, List.of("tx"), List.of("tx")));
    seen("tx", window -> window.latest().lag().isWhole());
    try (var producer = producer("tx-1")) {
      for (int i = 0; i < 10; i++) {
        producer.beginTransaction();
        send(producer, "tx", 1);
        producer.commitTransaction();
      }
      seen("tx", window -> window.latest().lag().total().equals(Figure.of(20)));

      consumeAll("tx", "group-tx", 10);
      var caughtUp = seen("tx", window -> window.latest().lag().total().equals(Figure.of(0)));
      assertThat(caughtUp.latest().partitions().get(new Partition("tx", 0)).committed())
          .isEqualTo(CommittedOffset.at(20));

      producer.beginTransaction();
      send(producer, "tx", 50);
      var open = seen("tx", window -> window.latest().lag().withheld() > 0);
      assertThat(open.latest().lag().withheld()).isEqualTo(50);
      assertThat(open.latest().lag().total()).isEqualTo(Figure.of(0));
      producer.abortTransaction();
    }
    seen("tx", window -> window.latest().lag().total().equals(Figure.of(51)));
  }

  /** Reads as a worker does, and commits its position. */
  private static void consumeAll(String topic, String group, int records) {
    var settings = new HashMap<String, Object>();
    settings.put("bootstrap.servers", broker.bootstrapServers());
    settings.put("group.id", group);
    settings.put("isolation.level", "read_committed");
    settings.put("auto.offset.reset", "earliest");
    settings.put("enable.auto.commit", "false");
    var partition = new TopicPartition(topic, 0);
    try (var consumer =
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      consumer.assign(List.of(partition));
      var next = new ArrayList<OffsetAndMetadata>();
      await()
          .atMost(PATIENCE)
          .until(
              () -> {
                consumer.poll(Duration.ofMillis(100));
                next.add(new OffsetAndMetadata(consumer.position(partition)));
                return consumer.position(partition) >= 2L * records;
              });
      consumer.commitSync(Map.of(partition, next.get(next.size() - 1)));
    }
  }

  @Test
  void aTopicThatIsGoneFailsAloneAndIsNamed() throws Exception {
    watch.watch(
        pipeline("part", cluster(), OffsetReset.EARLIEST, List.of("good"), List.of("good")));
    seen("part", window -> window.latest().lag().isWhole());

    watch.watch(
        pipeline(
            "part", cluster(), OffsetReset.EARLIEST, List.of("good"), List.of("good", "gone")));

    var seen = seen("part", window -> !window.latest().lag().isWhole());
    assertThat(seen.latest().lag().total()).isEqualTo(Figure.of(0));
    assertThat(seen.latest().lag().unknown()).containsExactly("gone");
    assertThat(seen.latest().topicProblems().get("gone").kind())
        .isEqualTo(TopicProblem.Kind.MISSING);
    assertThat(admin.listTopics().names().get()).doesNotContain("gone");
  }

  @Test
  void aGroupThatCommittedNothingStartsWhereItsPolicySays() {
    for (var start : OffsetReset.values()) {
      watch.watch(pipeline("start-" + start, cluster(), start, List.of("start"), List.of("start")));
    }
    seen("start-NONE", window -> !window.latest().partitions().isEmpty());
    try (var producer = producer("start-1")) {
      producer.beginTransaction();
      send(producer, "start", 5);
      producer.commitTransaction();
    }

    seen("start-EARLIEST", window -> window.latest().lag().total().equals(Figure.of(6)));
    seen("start-LATEST", window -> window.latest().lag().total().equals(Figure.of(0)));
    var none = seen("start-NONE", window -> !window.latest().lag().total().isKnown());
    assertThat(none.latest().lag().total().unknownBecause()).contains("offsetReset none");
    assertThat(none.latest().group()).isEqualTo(GroupView.of(List.of()));
  }

  @Test
  void aStageIsSilentOnlySinceItWantsWorkers() {
    var wanted = new AtomicBoolean();
    var source =
        new PodSource() {
          @Override
          public List<PodView> podsOf(StageKey stage) {
            return List.of();
          }

          @Override
          public boolean wantsWorkers(StageKey stage) {
            return wanted.get();
          }
        };
    try (var suspended =
            new TelemetryWatch(
                board, source, pipelines -> {}, Clock.systemUTC(), Duration.ofMillis(200));
        var producer = producer("rest-1")) {
      suspended.watch(
          pipeline("rest", cluster(), OffsetReset.EARLIEST, List.of("rest"), List.of("rest")));
      seen("rest", window -> window.latest().lag().isWhole());
      producer.beginTransaction();
      send(producer, "rest", 5);
      producer.commitTransaction();

      seen(
          "rest",
          window ->
              window.latest().lag().total().equals(Figure.of(6)) && window.silentSince().isEmpty());
      wanted.set(true);
      seen("rest", window -> window.silentSince().isPresent());
    }
  }

  @Test
  void aClusterThatDoesNotAnswerKeepsNobodyElseWaiting() throws Exception {
    try (var mute = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var deaf = new Cluster("127.0.0.1:" + mute.getLocalPort(), Map.of());
      watch.watch(pipeline("deaf", deaf, OffsetReset.EARLIEST, List.of(), List.of("x")));
      watch.watch(
          pipeline(
              "lost",
              new Cluster("no-such-host.invalid:9092", Map.of()),
              OffsetReset.EARLIEST,
              List.of(),
              List.of("x")));
      watch.watch(pipeline("fine", cluster(), OffsetReset.EARLIEST, List.of("f"), List.of("f")));

      seen("fine", window -> window.latest().lag().isWhole());
      var cutOff = seen("deaf", window -> !window.latest().cluster().isReached());
      assertThat(cutOff.latest().cluster().state()).isEqualTo(ClusterReach.State.UNREACHABLE);
      assertThat(cutOff.latest().lag().total().isKnown()).isFalse();
      var lost = seen("lost", window -> !window.latest().cluster().isReached());
      assertThat(lost.latest().cluster().state()).isEqualTo(ClusterReach.State.UNREACHABLE);
    }
  }

  @Test
  void aSettingThatTheClientRefusesIsNoOutage() {
    var refused = new Cluster(broker.bootstrapServers(), Map.of("security.protocol", "NONSENSE"));
    watch.watch(pipeline("bad", refused, OffsetReset.EARLIEST, List.of(), List.of("x")));

    var seen = seen("bad", window -> !window.latest().cluster().isReached());

    assertThat(seen.latest().cluster().state()).isEqualTo(ClusterReach.State.MISCONFIGURED);
    assertThat(seen.latest().cluster().detail()).contains("security.protocol");
  }

  @Test
  void oneClientServesAllPipelinesOfAClusterAndGoesWithTheLast() {
    watch.watch(pipeline("one", cluster(), OffsetReset.EARLIEST, List.of("c"), List.of("c")));
    seen("one", window -> window.latest().lag().isWhole());
    assertThat(adminThreads()).isEqualTo(1);

    for (int i = 0; i < 20; i++) {
      watch.watch(pipeline("many-" + i, cluster(), OffsetReset.EARLIEST, List.of(), List.of("c")));
    }
    seen("many-19", window -> window.latest().lag().isWhole());
    assertThat(adminThreads()).isEqualTo(1);

    for (int i = 0; i < 20; i++) {
      watch.forget(new PipelineKey("security", "many-" + i));
    }
    watch.forget(new PipelineKey("security", "one"));
    await().atMost(PATIENCE).until(() -> adminThreads() == 0);
    assertThat(board.of(new PipelineKey("security", "many-3").stage("detector"))).isEmpty();
  }

  private static long adminThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("kafka-admin-client-thread | hamstring-"))
        .count();
  }

  @Test
  void reportsAreReadAndWhoDoesNotAnswerSaysWhy() throws Exception {
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/report",
        exchange -> {
          var body = REPORT.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.createContext("/other", exchange -> exchange.sendResponseHeaders(503, -1));
    server.start();
    try {
      var base = "http://127.0.0.1:" + server.getAddress().getPort();
      pods.add(new PodView("w-0", "Running", true, 0, URI.create(base + "/report")));
      pods.add(new PodView("w-1", "Running", false, 3, URI.create(base + "/other")));
      pods.add(new PodView("w-2", "Running", false, 0, null));
      pods.add(new PodView("w-3", "Pending", false, 0, null));
      watch.watch(pipeline("pods", cluster(), OffsetReset.EARLIEST, List.of("p"), List.of("p")));

      var seen = seen("pods", window -> window.latest().workers().size() == 4);

      var workers = seen.latest().workers();
      assertThat(workers.get(0).report().counters().commits()).isEqualTo(42);
      assertThat(workers.get(0).report().latencies().commitP99()).isEqualTo(Duration.ofMillis(12));
      assertThat(workers.get(1).silentBecause()).isEqualTo("it answered HTTP 503");
      assertThat(workers.get(2).silentBecause()).isEqualTo("the pod has no address yet");
      assertThat(workers.get(3).isRunning()).isFalse();
    } finally {
      server.stop(0);
    }
  }

  static final String REPORT =
      """
      {"version":1,"namespace":"security","pipeline":"dns","stage":"detector","pod":"w-0","boot":1,
       "instanceId":"hamstring_security_w-0_1","transactionalId":"t","at":"2026-01-01T00:00:00Z",
       "startedAt":"2026-01-01T00:00:00Z","state":"RUNNING","live":true,"ready":true,
       "assignmentEpoch":3,"generation":1,"partitions":[],"aFieldOfTomorrow":{"x":1},
       "rebalances":{"count":1,"lost":0},
       "latencies":{"pollIntervalMax":"PT0.02S","commitP50":"PT0.004S","commitP99":"PT0.012S",
        "batchP50":"PT0.004S","batchP99":"PT0.012S","batchMax":"PT0.02S"},
       "counters":{"recordsIn":1,"recordsOut":1,"batches":1,"commits":42,"aborts":0,
        "staleBatches":0,"commitsRefused":0,"filtered":0,"invalid":0,"deadLettered":0,"skipped":0,
        "recoveries":{"MEMBERSHIP_LOST":1}},
       "recoveries":[]}
      """;
}
