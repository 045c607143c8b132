package io.hamstring.worker.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.hamstring.contract.StageType;
import io.hamstring.contract.batch.BatchBounds;
import io.hamstring.contract.batch.BatchSettings;
import io.hamstring.contract.settings.WorkerSettings;
import io.hamstring.contract.settings.WorkerSettings.Audit;
import io.hamstring.contract.settings.WorkerSettings.GroupProtocol;
import io.hamstring.contract.settings.WorkerSettings.Kafka;
import io.hamstring.contract.settings.WorkerSettings.OffsetReset;
import io.hamstring.contract.settings.WorkerSettings.OnPoison;
import io.hamstring.contract.settings.WorkerSettings.Output;
import io.hamstring.contract.settings.WorkerSettings.Stage;
import io.hamstring.worker.SharedKafka;
import io.hamstring.worker.TestKafka;
import io.hamstring.worker.TestSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Real workers whose work is done by, or goes to, something beside Kafka that misbehaves. */
@ExtendWith(SharedKafka.class)
class OutsideKafkaTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;
  private final TestKafka kafka;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final List<String> posted = Collections.synchronizedList(new ArrayList<>());
  private final Queue<String> troubles = new ConcurrentLinkedQueue<>();
  private HttpServer server;
  private String in;
  private String out;

  OutsideKafkaTest(TestKafka kafka) {
    this.kafka = kafka;
  }

  @BeforeEach
  void start() throws IOException {
    in = kafka.topic(1);
    out = kafka.topic(1);
    listen(0);
  }

  private void listen(int port) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.setExecutor(threads);
    server.createContext("/alerts", this::take);
    server.createContext("/process", this::process);
    server.createContext("/ready", exchange -> answer(exchange, 200, ""));
    server.start();
  }

  @AfterEach
  void stop() {
    closed.countDown();
    server.stop(0);
    threads.shutdownNow();
  }

  @Test
  void aKillBetweenTheWebhookAndTheCommitRepeatsTheAlertUnderTheSameId() throws Exception {
    var url = "http://127.0.0.1:" + server.getAddress().getPort() + "/alerts";
    var reached = folder.resolve("reached");
    int written = 0;
    try (var worker = worker(StageType.ALERTER, Map.of("webhook", Map.of("url", url)))) {
      worker
          .with(StopsBeforeCommitMain.REACHED, reached.toString())
          .start(StopsBeforeCommitMain.class);
      while (!Files.exists(reached)) {
        int before = written;
        kafka.write(in, 0, "{\"src_ip\":\"10.0.0." + written++ + "\"}");
        eventually().until(() -> posted.size() > before || Files.exists(reached));
      }
      worker.process().kill();
      worker.exitValue();
      int postedBefore = posted.size();
      worker.start();

      int all = written;
      eventually().until(() -> kafka.records(out).size() == all);
      assertThat(posted.size()).isGreaterThan(all);
      assertThat(new HashSet<>(posted)).hasSize(all);
      assertThat(posted.subList(0, postedBefore))
          .containsAnyElementsOf(posted.subList(postedBefore, posted.size()));
    }
  }

  @Test
  void noTroubleOfASidecarLosesOrDoublesARecord() throws Exception {
    troubles.addAll(List.of("hangs", "ok", "hangs up", "nonsense", "ok", "error"));
    int port = server.getAddress().getPort();
    var sidecar = Map.<String, Object>of("port", port, "timeout", "1s");
    try (var worker = worker(StageType.CUSTOM, Map.of("sidecar", sidecar)).start()) {
      int written = 0;
      while (!troubles.isEmpty()) {
        for (int i = 0; i < 5; i++) {
          kafka.write(in, 0, "{\"n\":" + written++ + "}");
        }
        int sent = written;
        eventually().until(() -> kafka.records(out).size() >= sent);
      }

      server.stop(0);
      kafka.write(in, 0, "{\"n\":" + written++ + "}");
      eventually().until(() -> worker.status("/readyz") == 503);
      listen(port);

      int all = written;
      eventually().until(() -> kafka.records(out).size() >= all);
      assertThat(kafka.values(out)).doesNotHaveDuplicates().hasSize(all);
      assertThat(worker.report().toString()).contains("PROCESSOR_UNAVAILABLE");
    }
  }

  private void take(HttpExchange exchange) throws IOException {
    exchange.getRequestBody().readAllBytes();
    posted.add(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
    answer(exchange, 200, "");
  }

  private void process(HttpExchange exchange) throws IOException {
    var request = JSON.readTree(exchange.getRequestBody().readAllBytes());
    switch (trouble()) {
      case "hangs" -> {
        hang();
        answer(exchange, 200, copied(request));
      }
      case "hangs up" -> exchange.close();
      case "nonsense" -> answer(exchange, 200, "nonsense");
      case "error" -> answer(exchange, 500, "");
      default -> answer(exchange, 200, copied(request));
    }
  }

  private String trouble() {
    var next = troubles.poll();
    return next == null ? "ok" : next;
  }

  /** Longer than the worker waits. */
  private void hang() {
    try {
      closed.await(3, TimeUnit.SECONDS);
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  private static String copied(JsonNode request) {
    var answer = JSON.createObjectNode();
    answer.set("requestId", request.get("requestId"));
    var outputs = answer.putArray("outputs");
    for (var record : request.get("records")) {
      var output = outputs.addObject();
      output.set("value", record.get("value"));
      output.putArray("sources").add(record.get("id"));
    }
    answer.putArray("drops");
    answer.putArray("rejections");
    return answer.toString();
  }

  private static void answer(HttpExchange exchange, int status, String body) throws IOException {
    try (exchange) {
      var bytes = body.getBytes(UTF_8);
      exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  private TestWorker worker(StageType type, Map<String, Object> config) throws IOException {
    var settings =
        new WorkerSettings(
            "ns",
            "dns",
            new Stage(
                "copy",
                type,
                "copy",
                "group-of-" + in,
                List.of(in),
                List.of(new Output(out, StageType.CUSTOM)),
                null,
                1,
                OnPoison.DEFAULT,
                config),
            new Kafka(
                kafka.broker().bootstrapServers(),
                GroupProtocol.CONSUMER,
                OffsetReset.EARLIEST,
                Map.of(),
                Map.of()),
            TestSettings.PATIENT,
            BatchSettings.defaults(),
            BatchBounds.NONE,
            new Audit(true, null));
    return TestWorker.of("w-0", folder, settings);
  }

  private static ConditionFactory eventually() {
    return await().atMost(Duration.ofSeconds(90));
  }
}
