package io.hamstring.worker.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.hamstring.contract.names.WorkerPod;
import io.hamstring.contract.records.SourceIds;
import io.hamstring.contract.settings.WorkerSettings;
import io.hamstring.contract.settings.WorkerSettings.GroupProtocol;
import io.hamstring.worker.SharedKafka;
import io.hamstring.worker.TestKafka;
import io.hamstring.worker.TestSettings;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Two real workers of a stage that keeps standbys, told what to be. */
@ExtendWith(SharedKafka.class)
class StandbyTest {

  private static final String TOKEN = "correct-horse";
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path folder;

  private final TestKafka kafka;
  private String in;
  private String out;

  StandbyTest(TestKafka kafka) {
    this.kafka = kafka;
  }

  @BeforeEach
  void makeTopics() throws IOException {
    in = kafka.topic(2);
    out = kafka.topic(1);
    Files.writeString(folder.resolve("token"), TOKEN + "\n");
  }

  @Test
  void aStandbyJoinsAtAWordAndAnActiveOneLeavesAtAWord() throws Exception {
    try (var first = worker("dns-copy-a");
        var second = worker("dns-copy-b")) {
      awaitRole(first, "NONE", false);
      awaitRole(second, "NONE", false);
      assertThat(first.status("/livez")).isEqualTo(200);

      assertThat(tell(first, "active").statusCode()).isEqualTo(204);
      assertThat(tell(second, "standby").statusCode()).isEqualTo(204);
      awaitRole(first, "ACTIVE", true);
      awaitRole(second, "STANDBY", true);
      write(0, 50);
      awaitOutputs(50);
      assertThat(second.report().path("memberId").isNull()).isTrue();
      assertThat(second.report().path("partitions")).isEmpty();

      // Told twice: nothing changes.
      tell(first, "active");
      tell(second, "standby");
      assertThat(first.report().path("counters").path("recoveries")).isEmpty();

      var dead = first.report();
      first.process().kill();
      first.exitValue();
      kafka.fence(dead.path("transactionalId").asText());
      kafka.evict(settings().group(), dead.path("instanceId").asText());
      tell(second, "active");
      write(50, 100);
      awaitOutputs(100);
      awaitRole(second, "ACTIVE", true);

      // Out of the group in good order: what is in work is committed, and the rest waits.
      write(100, 400);
      tell(second, "standby");
      awaitRole(second, "STANDBY", true);
      assertThat(second.report().path("counters").path("aborts").asInt()).isZero();
      tell(second, "active");
      awaitOutputs(400);
      assertThat(sources()).doesNotHaveDuplicates().hasSize(400);
      assertThat(second.report().path("counters").path("recoveries")).isEmpty();

      tell(second, "standby");
      awaitRole(second, "STANDBY", true);
      second.process().terminate();
      assertThat(second.exitValue()).isZero();
    }
  }

  @Test
  void aStandbyRehearsesInAGroupOfItsOwnAndLeavesNothingThere() throws Exception {
    try (var worker = worker("dns-copy-d")) {
      awaitRole(worker, "NONE", false);
      tell(worker, "standby");
      awaitRole(worker, "STANDBY", true);
      var rehearsal = settings().group() + "_rehearsal_dns-copy-d";
      var written = new AtomicInteger();

      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> {
                int from = written.getAndAdd(10);
                write(from, from + 10);
                assertThat(worker.output()).contains("rehearsed");
              });

      assertThat(worker.output()).doesNotContain("not rehearsed").contains("{\"batches\":\"1\"}");
      assertThat(kafka.members(rehearsal)).isZero();
      assertThat(kafka.offsets(rehearsal, in)).isEmpty();
      assertThat(kafka.offsets(settings().group(), in)).isEmpty();
      assertThat(sources()).isEmpty();
      assertThat(worker.report().path("role").asText()).isEqualTo("STANDBY");

      tell(worker, "active");
      awaitOutputs(written.get());
    }
  }

  @Test
  void onlyAGoodWordIsTaken() throws Exception {
    try (var worker = worker("dns-copy-c")) {
      awaitRole(worker, "NONE", false);
      var incarnation = worker.report().path("instanceId").asText();
      var word = word(incarnation, "active");

      assertThat(worker.post("/role", null, word).statusCode()).isEqualTo(401);
      assertThat(worker.post("/role", "Basic " + TOKEN, word).statusCode()).isEqualTo(401);
      assertThat(worker.post("/role", "Bearer wrong", word).statusCode()).isEqualTo(403);
      assertThat(worker.post("/role", "Bearer " + TOKEN + "x", word).statusCode()).isEqualTo(403);
      assertThat(worker.status("/role")).isEqualTo(405);
      assertThat(worker.post("/report", "Bearer " + TOKEN, word).statusCode()).isEqualTo(405);

      assertThat(refused(worker, "active")).startsWith("400 the body must be a JSON object");
      assertThat(refused(worker, "[]")).startsWith("400 the body must be a JSON object");
      assertThat(refused(worker, "{\"role\": \"active\"}"))
          .startsWith("400 incarnation: must be the instanceId of a report, was missing");
      assertThat(refused(worker, word(incarnation, "ACTIVE")))
          .startsWith("400 role: must be active or standby, was \"ACTIVE\"");
      assertThat(refused(worker, "{\"incarnation\": \"" + incarnation + "\"}"))
          .startsWith("400 role: must be active or standby, was missing");
      assertThat(refused(worker, "{\"role\": 1, \"incarnation\": \"" + incarnation + "\"}"))
          .startsWith("400 role: must be active or standby, was 1");
      assertThat(refused(worker, " ".repeat(5_000) + word)).startsWith("413 ");
      assertThat(refused(worker, word(incarnation.replaceAll("1$", "2"), "active")))
          .startsWith("409 incarnation: this worker is " + incarnation);
      assertThat(worker.report().path("role").asText()).isEqualTo("NONE");

      // A token that was replaced counts at once; none at all lets nobody in.
      Files.writeString(folder.resolve("token"), "another");
      assertThat(worker.post("/role", "Bearer " + TOKEN, word).statusCode()).isEqualTo(403);
      assertThat(worker.post("/role", "Bearer another", word).statusCode()).isEqualTo(204);
      Files.delete(folder.resolve("token"));
      assertThat(worker.post("/role", "Bearer another", word).statusCode()).isEqualTo(403);
      assertThat(worker.output()).doesNotContain("another").doesNotContain(TOKEN);
    }
  }

  private TestWorker worker(String pod) throws IOException {
    return TestWorker.of(pod, folder, warm())
        .with(WorkerPod.ROLE_TOKEN_FILE, folder.resolve("token").toString())
        .start();
  }

  private WorkerSettings warm() {
    var plain = settings().settings();
    var stage = plain.stage();
    return new WorkerSettings(
        plain.namespace(),
        plain.pipeline(),
        new WorkerSettings.Stage(
            stage.name(),
            stage.type(),
            stage.topicName(),
            stage.group(),
            stage.inputs(),
            stage.outputs(),
            stage.className(),
            stage.concurrency(),
            stage.onPoison(),
            stage.config(),
            true),
        plain.kafka(),
        plain.timeouts(),
        plain.batch(),
        plain.environmentBatch(),
        plain.audit());
  }

  private TestSettings settings() {
    return TestSettings.reading(kafka.broker().bootstrapServers(), GroupProtocol.CONSUMER, in)
        .writing(out)
        .processedBy(CopyProcessor.class);
  }

  private void awaitRole(TestWorker worker, String role, boolean ready) {
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .untilAsserted(
            () -> {
              JsonNode report = worker.report();
              assertThat(report.path("role").asText()).isEqualTo(role);
              assertThat(report.path("ready").asBoolean()).isEqualTo(ready);
              assertThat(report.path("state").asText()).isEqualTo("RUNNING");
            });
  }

  private HttpResponse<String> tell(TestWorker worker, String role) throws IOException {
    return worker.post(
        "/role", "Bearer " + TOKEN, word(worker.report().path("instanceId").asText(), role));
  }

  private static String word(String incarnation, String role) {
    return "{\"incarnation\": \"" + incarnation + "\", \"role\": \"" + role + "\"}";
  }

  private static String refused(TestWorker worker, String body) throws IOException {
    var answer = worker.post("/role", "Bearer " + TOKEN, body);
    return answer.statusCode() + " " + answer.body();
  }

  private void write(int from, int to) {
    for (int partition = 0; partition < 2; partition++) {
      int parity = partition;
      kafka.write(
          in,
          partition,
          IntStream.range(from, to)
              .filter(value -> value % 2 == parity)
              .mapToObj(Integer::toString)
              .toArray(String[]::new));
    }
  }

  private void awaitOutputs(int count) {
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(sources()).hasSize(count));
  }

  private List<String> sources() {
    return kafka.records(out).stream()
        .map(record -> record.headers().lastHeader(SourceIds.HEADER).value())
        .map(header -> new String(header, StandardCharsets.UTF_8))
        .toList();
  }
}
