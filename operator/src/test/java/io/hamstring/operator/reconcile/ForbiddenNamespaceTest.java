package io.hamstring.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hamstring.api.v1alpha1.HamstringPipeline;
import io.hamstring.operator.HamstringOperator;
import io.hamstring.operator.OperatorSettings;
import io.hamstring.operator.OperatorSettings.Http;
import io.hamstring.operator.OperatorSettings.Leadership;
import io.hamstring.operator.desired.WorkerImage;
import io.hamstring.operator.symptom.Tempo;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Set;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A namespace of several in which the operator may do nothing, from its start on. */
class ForbiddenNamespaceTest {

  private static final String CLOSED = "closed";

  private static final String SPEC =
      """
      kafka: {bootstrapServers: '127.0.0.1:1'}
      stages:
        - {name: alerter, type: alerter, inputs: {topics: [in]}, replicas: 2}
      """;

  private MockApi api;
  private HamstringOperator operator;

  @BeforeEach
  void start() {
    api = new MockApi();
    api.client.resource(inTheClosedNamespace()).create();
    api.dispatcher.forbid(CLOSED);
    operator =
        HamstringOperator.start(
            api.client,
            new OperatorSettings(
                Set.of(MockApi.NAMESPACE, CLOSED),
                WorkerImage.of("hamstring-worker:test"),
                Duration.ofMillis(250),
                Tempo.STANDARD,
                Http.on("127.0.0.1", 0),
                Leadership.ALONE));
  }

  @AfterEach
  void stop() throws Exception {
    operator.close();
    api.close();
  }

  private HamstringPipeline inTheClosedNamespace() {
    return api.client
        .getKubernetesSerialization()
        .unmarshal(
            """
            apiVersion: hamstring.io/v1alpha1
            kind: HamstringPipeline
            metadata: {name: shut, namespace: %s}
            spec:
            %s"""
                .formatted(CLOSED, SPEC.indent(2)),
            HamstringPipeline.class);
  }

  private HttpResponse<String> get(String path) throws Exception {
    var uri = URI.create("http://127.0.0.1:" + operator.httpPort().orElseThrow() + path);
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
  }

  private static void eventually(ThrowingRunnable assertion) {
    await().atMost(Duration.ofMinutes(2)).untilAsserted(assertion);
  }

  @Test
  void itIsToldAndHurtsNoOtherAndIsSeenOnceItIsOpen() throws Exception {
    api.apply("open", SPEC);

    eventually(() -> assertThat(api.deployment("open-alerter")).isNotNull());
    assertThat(get("/readyz").statusCode()).isEqualTo(200);
    assertThat(get("/metrics").body())
        .contains("hamstring_operator_blind{namespace=\"closed\"} 1.0")
        .contains("hamstring_operator_blind{namespace=\"" + MockApi.NAMESPACE + "\"} 0.0");

    api.dispatcher.forbid("");

    eventually(
        () ->
            assertThat(
                    api.client
                        .apps()
                        .deployments()
                        .inNamespace(CLOSED)
                        .withName("shut-alerter")
                        .get())
                .isNotNull());
    eventually(
        () ->
            assertThat(get("/metrics").body())
                .contains("hamstring_operator_blind{namespace=\"closed\"} 0.0"));
  }
}
