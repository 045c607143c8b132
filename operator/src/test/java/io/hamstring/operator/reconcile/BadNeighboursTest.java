package io.hamstring.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hamstring.operator.HamstringOperator;
import io.hamstring.operator.symptom.Tempo;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Pipelines whose clusters swallow every packet, or that make no sense, beside good ones. */
class BadNeighboursTest {

  private static final int GOOD = 50;
  private static final int BAD = 10;

  private static final String SPEC =
      """
      kafka: {bootstrapServers: '127.0.0.1:%d'}
      stages:
        - {name: alerter, type: alerter, inputs: {topics: [in]}, replicas: %d}
      %s
      """;

  private final List<ServerSocket> silent = new ArrayList<>();
  private MockApi api;
  private HamstringOperator operator;

  @BeforeEach
  void start() throws Exception {
    api = new MockApi();
    for (int i = 0; i < BAD; i++) {
      // The kernel takes the connection, and nobody ever reads from it.
      silent.add(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
    }
  }

  @AfterEach
  void stop() throws Exception {
    operator.close();
    for (var socket : silent) {
      socket.close();
    }
    api.close();
  }

  private static void within(Duration bound, ThrowingRunnable assertion) {
    await().atMost(bound).untilAsserted(assertion);
  }

  private int ready() throws Exception {
    var uri = URI.create("http://127.0.0.1:" + operator.httpPort().orElseThrow() + "/readyz");
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
        .statusCode();
  }

  private void apply(String name, int port, int replicas, String more) {
    api.apply(name, SPEC.formatted(port, replicas, more));
  }

  private void isApplied(String name, int replicas, Duration bound) {
    within(
        bound,
        () ->
            assertThat(api.deployment(name + "-alerter"))
                .isNotNull()
                .extracting(deployment -> deployment.getSpec().getReplicas())
                .isEqualTo(replicas));
  }

  @Test
  void theyAreToldAndHurtNobodyElse() {
    for (int i = 0; i < GOOD; i++) {
      apply("good" + i, 1, 1, "");
    }
    for (int i = 0; i < BAD; i++) {
      apply("silent" + i, silent.get(i).getLocalPort(), 1, "");
    }
    apply("senseless", 1, 1, "batch: {size: fifty}");

    operator = HamstringOperator.start(api.client, MockApi.settings().believing(new Tempo(10)));
    within(Duration.ofSeconds(60), () -> assertThat(ready()).isEqualTo(200));
    isApplied("good" + (GOOD - 1), 1, Duration.ofSeconds(60));
    for (int i = 0; i < BAD; i++) {
      var name = "silent" + i;
      within(
          Duration.ofSeconds(60),
          () -> assertThat(api.condition(name, "KafkaUnreachable")).startsWith("True"));
    }

    apply("good7", 1, 4, "");

    isApplied("good7", 4, Duration.ofSeconds(10));
    assertThat(api.full("senseless", "SpecValid").getMessage()).contains("spec.batch.size");
    assertThat(api.deployment("senseless-alerter")).isNull();

    apply("senseless", 1, 1, "batch: {size: 50}");

    isApplied("senseless", 1, Duration.ofSeconds(10));
  }
}
