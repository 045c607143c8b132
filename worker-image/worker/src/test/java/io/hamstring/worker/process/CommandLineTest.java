package io.hamstring.worker.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hamstring.contract.settings.WorkerSettings.GroupProtocol;
import io.hamstring.contract.settings.WorkerSettings.Timeouts;
import io.hamstring.worker.TestSettings;
import io.hamstring.worker.WorkerMain;
import io.hamstring.worker.runtime.ExitCode;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The worker's process without a broker. */
class CommandLineTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path folder;

  @Test
  void aBadConfigurationNamesAllItsProblemsAndNoStack() throws Exception {
    var config =
        """
        environment:
          kafka_bootstrap_servers: kafka:9092
          kafka_consumer: {max_poll_interval_ms: 5m, config: {group.id: mine}}
        pipeline:
          namespace: ns
          name: dns
          stage: {name: copy, type: chopper, group: g, inputs: [in]}
        """;
    try (var worker = TestWorker.withConfig("w-0", folder, config).start()) {
      assertThat(worker.exitValue()).isEqualTo(ExitCode.MISCONFIGURED.code());
      assertThat(worker.output())
          .contains("max_poll_interval_ms", "config.group.id", "pipeline.stage.type")
          .doesNotContain("\tat ");
      assertThat(worker.terminationMessage().get("problem").asText()).contains("chopper");
    }
  }

  @Test
  void aFileThatIsNoYamlSaysWhere() throws Exception {
    try (var worker = TestWorker.withConfig("w-0", folder, "a: 1\nb: [").start()) {
      assertThat(worker.exitValue()).isEqualTo(ExitCode.MISCONFIGURED.code());
      assertThat(worker.output()).contains("config.yaml line").doesNotContain("\tat ");
    }
  }

  @Test
  void configShowPrintsEachValueAndItsOrigin() throws Exception {
    var settings =
        settings().withProducer(Map.of("sasl.jaas.config", "secret", "linger.ms", "7")).settings();
    try (var worker =
        TestWorker.of("w-0", folder, settings)
            .with("KAFKA_TRANSACTION_BATCH_SIZE", "7")
            .with("KAFKA_PRODUCER_MESSAGE_TIMEOUT_MS", "9000")
            .start("config", "show")) {
      assertThat(worker.exitValue()).isZero();
      assertThat(worker.output())
          .contains(
              "environment.kafka_bootstrap_servers = localhost:1  (config.yaml)",
              "environment.kafka_producer.message_timeout_ms = 9000"
                  + "  (KAFKA_PRODUCER_MESSAGE_TIMEOUT_MS)",
              "environment.kafka_producer.config.linger.ms = 7  (config.yaml)",
              "environment.kafka_producer.config.sasl.jaas.config = (hidden)  (config.yaml)",
              "effective.batch.size = 7  (environment)",
              "effective.group_commit.enabled = false  (KAFKA_TRANSACTION_BATCH_SIZE)")
          .doesNotContain("secret");
    }
  }

  @Test
  void withoutKafkaAWorkerIsLiveUnreadyAndStopsWhenAsked() throws Exception {
    try (var worker = TestWorker.of("w-0", folder, settings().settings()).start()) {
      await().atMost(PATIENCE).until(() -> worker.status("/livez") == 200);

      var ready = worker.status("/readyz");
      var report = worker.report();
      var metrics = worker.metrics();
      worker.process().terminate();

      assertThat(ready).isEqualTo(503);
      assertThat(report.get("instanceId").asText()).isEqualTo("hamstring_ns_w-0_1");
      assertThat(report.get("startedAt").asText()).endsWith("Z");
      assertThat(report.get("latencies").get("commitP50").asText()).startsWith("PT");
      assertThat(metrics)
          .contains("hamstring_worker_ready{namespace=\"ns\",pipeline=\"dns\",pod=\"w-0\"")
          .contains("hamstring_worker_commits_total{");
      assertThat(worker.exitValue()).isZero();
    }
  }

  @Test
  void aWorkerDoesNotOutliveTheProcessThatStartedIt() throws Exception {
    try (var worker = TestWorker.of("w-0", folder, settings().settings())) {
      var orphan = worker.builder(WorkerMain.class).redirectInput(new File("/dev/null")).start();

      assertThat(orphan.onExit().get(60, TimeUnit.SECONDS).exitValue())
          .isEqualTo(ExitCode.ORPHANED.code());
    }
  }

  private static TestSettings settings() {
    var patient = TestSettings.PATIENT;
    return TestSettings.reading("localhost:1", GroupProtocol.CONSUMER, "in")
        .writing("out")
        .processedBy(CopyProcessor.class)
        // A stop waits for the call to Kafka that is under way.
        .with(
            new Timeouts(
                patient.maxPollInterval(),
                patient.session(),
                patient.transaction(),
                Duration.ofSeconds(2),
                Duration.ofSeconds(4),
                patient.commitRetry(),
                patient.shutdown()));
  }
}
