package io.hamstring.samples.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.hamstring.broker.BrokerOptions;
import io.hamstring.broker.BrokerProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
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

/** The worker's image in a container, as a hardened cluster runs it. */
class ImageTest {

  private static final Path IMAGE =
      Path.of("../worker-image/worker/target/hamstring-worker-image.tar");
  private static final Path BILL = Path.of("../worker-image/worker/target/image/app/bom.json");
  private static final TopicPartition IN = new TopicPartition("in", 0);
  private static final TopicPartition OUT = new TopicPartition("out", 0);
  private static final String GROUP = "hamstring_default_boxed_alerter";
  private static final int RECORDS = 20_000;

  @TempDir static Path folder;

  private static Podman podman;
  private static String image;

  @BeforeAll
  static void load() throws Exception {
    Podman.assumeThereIs(IMAGE);
    podman = new Podman(Files.createDirectory(folder.resolve("podman")));
    image = podman.load(IMAGE);
  }

  @AfterAll
  static void clean() throws Exception {
    if (podman != null) {
      podman.close();
    }
  }

  @Test
  void aWorkerThatIsToldToStopHasCommittedWhatItDidAndEndsWithZero() throws Exception {
    try (var broker = BrokerProcess.start(BrokerOptions.forTests(folder.resolve("broker")));
        var admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      admin
          .createTopics(
              List.of(new NewTopic("in", 1, (short) 1), new NewTopic("out", 1, (short) 1)))
          .all()
          .get();
      fill(broker.bootstrapServers());
      var container = podman.start(mounts(broker.bootstrapServers()), image);
      await()
          .atMost(Duration.ofMinutes(2))
          .failFast("the worker ended", () -> !isRunning(container))
          .until(() -> committed(admin) > 0);

      podman.podman("stop", "-t", "60", container);

      assertThat(podman.podman("inspect", "-f", "{{.State.ExitCode}}", container).said().strip())
          .as(podman.podman("logs", container).said())
          .isEqualTo("0");
      assertThat(committed(admin)).isBetween(1L, (long) RECORDS);
      assertThat(written(broker.bootstrapServers())).isEqualTo(committed(admin));
      assertThat(Files.readString(folder.resolve("state/termination")))
          .contains("hamstring_default_boxed-0_1");
    }
  }

  @Test
  void aHeapThatIsFullIsSaidAndEndsTheProcess() throws Exception {
    var ended = podman.run(List.of("--env=JDK_JAVA_OPTIONS=-Xmx2m"), image, "config", "show");

    assertThat(ended.code()).as(ended.said()).isEqualTo(3);
    assertThat(ended.said()).contains("OutOfMemoryError");
  }

  /** What the kubelet calls OOMKilled; the operator's words for it are in PodTroubleTest. */
  @Test
  void aContainerThatTakesMoreThanItsLimitIsKilledByTheKernel() throws Exception {
    var options =
        List.of(
            "--memory=96m",
            "--memory-swap=96m",
            "--env=JDK_JAVA_OPTIONS=-Xms512m -Xmx512m -XX:+AlwaysPreTouch");

    var ended = podman.run(options, image, "--version");

    assumeTrue(ended.code() != 0, "the kernel here does not hold containers to their memory");
    assertThat(ended.code()).as(ended.said()).isEqualTo(137);
  }

  @Test
  void theHeapIsTwoThirdsOfTheContainerAndTheArchiveIsUsed() throws Exception {
    var ended =
        podman.run(
            List.of("--entrypoint=/opt/java/bin/java"),
            image,
            "-XX:Flags=jvm.flags",
            "-XX:+PrintFlagsFinal",
            "-version");
    var shared = podman.run(List.of("--env=JDK_JAVA_OPTIONS=-Xshare:on"), image, "--version");

    assertThat(ended.said()).containsPattern("MaxHeapSize += 26[0-9]{7} ");
    assertThat(shared.code()).as(shared.said()).isZero();
  }

  @Test
  void thereIsNoShellAndTheLabelsSayWhatItIs() throws Exception {
    var shell = podman.run(List.of("--entrypoint=/bin/sh"), image, "-c", "true");
    var labels = podman.podman("inspect", "-f", "{{.Config.Labels}}", image);

    assertThat(shell.code()).as(shell.said()).isNotZero();
    assertThat(labels.said()).contains("org.opencontainers.image.version:");
  }

  @Test
  void theBillOfMaterialsNamesTheLibraries() throws Exception {
    assumeTrue(Files.exists(BILL), "Maven was offline, so it made no bill of materials");

    var bill = new ObjectMapper().readTree(Files.readString(BILL));

    assertThat(bill.path("bomFormat").asText()).isEqualTo("CycloneDX");
    assertThat(bill.path("components").findValuesAsText("name")).contains("kafka-clients");
  }

  private static boolean isRunning(String container) throws IOException, InterruptedException {
    return podman
        .podman("inspect", "-f", "{{.State.Status}}", container)
        .said()
        .contains("running");
  }

  private static List<String> mounts(String brokers) throws IOException {
    var everybody = PosixFilePermissions.fromString("rwxrwxrwx");
    var state = Files.createDirectory(folder.resolve("state"));
    Files.setPosixFilePermissions(state, everybody);
    var config =
        Files.writeString(
            folder.resolve("config.yaml"),
            """
            environment: {kafka_bootstrap_servers: "%s"}
            pipeline:
              namespace: default
              name: boxed
              stage:
                name: alerter
                type: alerter
                group: %s
                inputs: [in]
                outputs: [{topic: out, to: alerter}]
            """
                .formatted(brokers, GROUP));
    return List.of(
        "--volume=" + state + ":/var/lib/hamstring",
        "--volume=" + config + ":/etc/hamstring/config.yaml:ro",
        "--env=HAMSTRING_TERMINATION_LOG=/var/lib/hamstring/termination",
        "--env=HAMSTRING_HTTP_PORT=0",
        "--env=HAMSTRING_POD_NAME=boxed-0");
  }

  private static void fill(String brokers) {
    try (var producer =
        new KafkaProducer<>(
            Map.<String, Object>of("bootstrap.servers", brokers, "linger.ms", "50"),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (var n = 0; n < RECORDS; n++) {
        var alert = "{\"alert_id\":\"%d\",\"src_ip\":\"192.0.2.1\"}".formatted(n);
        producer.send(new ProducerRecord<>("in", alert.getBytes(StandardCharsets.UTF_8)));
      }
    }
  }

  private static long committed(Admin admin) throws Exception {
    var offset =
        admin.listConsumerGroupOffsets(GROUP).partitionsToOffsetAndMetadata().get().get(IN);
    return offset == null ? 0 : offset.offset();
  }

  /** Records that a read_committed reader of the output sees. */
  private static long written(String brokers) {
    try (var consumer =
        new KafkaConsumer<>(
            Map.<String, Object>of(
                "bootstrap.servers", brokers, "isolation.level", "read_committed"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      consumer.assign(List.of(OUT));
      consumer.seekToBeginning(List.of(OUT));
      var end = consumer.endOffsets(List.of(OUT)).get(OUT);
      var seen = 0L;
      while (consumer.position(OUT) < end) {
        seen += consumer.poll(Duration.ofMillis(200)).count();
      }
      return seen;
    }
  }
}
