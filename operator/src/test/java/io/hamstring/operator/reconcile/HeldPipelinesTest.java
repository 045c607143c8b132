package io.hamstring.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.hamstring.operator.HamstringOperator;
import io.hamstring.operator.spec.Operations;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the operator leaves alone: what others have, what is paused, what others decide. */
class HeldPipelinesTest {

  private static MockApi api;
  private static HamstringOperator operator;

  private String name;

  @BeforeAll
  static void start() {
    api = new MockApi();
    operator = HamstringOperator.start(api.client, MockApi.settings());
  }

  @AfterAll
  static void stop() {
    operator.close();
    api.close();
  }

  @BeforeEach
  void nameOfThisTest() {
    name = "p" + Long.toString(System.nanoTime(), 36);
  }

  @AfterEach
  void delete() {
    for (var pipeline : List.of(name, name + "-x")) {
      api.find(pipeline).ifPresent(found -> api.client.resource(found).delete());
    }
  }

  private static void eventually(ThrowingRunnable assertion) {
    await().atMost(Duration.ofSeconds(60)).untilAsserted(assertion);
  }

  private static String spec(String stage, String more) {
    return """
    kafka: {bootstrapServers: '127.0.0.1:1'}
    stages:
      - {name: %s, type: alerter, inputs: {topics: [in]}%s}
    """
        .formatted(stage, more);
  }

  private void create(String stage, String more) {
    api.apply(name, spec(stage, more));
    eventually(() -> assertThat(api.deployment(name + "-" + stage)).isNotNull());
  }

  private void annotate(String key, String value) {
    api.edit(
        name,
        "{\"metadata\":{\"annotations\":{\"%s\":%s}}}"
            .formatted(key, value == null ? "null" : '"' + value + '"'));
  }

  private int replicas() {
    return api.deployment(name + "-alerter").getSpec().getReplicas();
  }

  private Map<String, String> templateAnnotations() {
    return api.deployment(name + "-alerter").getSpec().getTemplate().getMetadata().getAnnotations();
  }

  @Test
  void ofTwoPipelinesWithOneNameForTheirObjectsTheOlderKeepsThem() {
    create("x-alerter", ", replicas: 2");
    var child = name + "-x-alerter";
    var before = api.deployment(child);

    api.apply(name + "-x", spec("alerter", ", replicas: 5"));

    eventually(
        () ->
            assertThat(api.condition(name + "-x", "IdentityConflict"))
                .isEqualTo("True ClaimedByAnother"));
    assertThat(api.full(name + "-x", "IdentityConflict").getMessage())
        .contains("Deployment security/" + child + " belongs to security/" + name + ",");
    assertThat(api.condition(name + "-x", "Ready")).isEqualTo("False IdentityConflict");
    assertThat(api.condition(name, "IdentityConflict")).doesNotStartWith("True");
    assertThat(api.deployment(child)).isEqualTo(before);

    api.client.resource(api.pipeline(name)).delete();
    for (var kind :
        List.<Class<? extends HasMetadata>>of(
            ConfigMap.class, Deployment.class, PodDisruptionBudget.class)) {
      api.client.resources(kind).inNamespace(MockApi.NAMESPACE).withName(child).delete();
    }

    eventually(
        () ->
            assertThat(api.deployment(child))
                .isNotNull()
                .extracting(deployment -> deployment.getSpec().getReplicas())
                .isEqualTo(5));
    eventually(
        () -> assertThat(api.condition(name + "-x", "IdentityConflict")).doesNotStartWith("True"));
  }

  @Test
  void theFrameworksOwnFiguresAreMetricsWithoutASeriesForEachPipeline() throws Exception {
    create("alerter", "");

    var uri = URI.create("http://127.0.0.1:" + operator.httpPort().getAsInt() + "/metrics");
    var metrics =
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
            .body();

    assertThat(metrics.lines().filter(line -> line.startsWith("operator_sdk_")))
        .isNotEmpty()
        .noneMatch(line -> line.contains(name));
  }

  @Test
  void anObjectOfSomebodyElseIsNotOverwritten() {
    var theirs =
        new ConfigMapBuilder()
            .withNewMetadata()
            .withName(name + "-alerter")
            .withNamespace(MockApi.NAMESPACE)
            .endMetadata()
            .addToData("theirs", "kept")
            .build();
    api.client.resource(theirs).create();

    api.apply(name, spec("alerter", ""));

    eventually(() -> assertThat(api.condition(name, "Progressing")).isEqualTo("False ApplyFailed"));
    assertThat(api.full(name, "Progressing").getMessage())
        .contains("ConfigMap/" + name + "-alerter", "was not made by this operator");
    assertThat(api.client.resource(theirs).get().getData()).containsOnlyKeys("theirs");
  }

  @Test
  void nothingIsAppliedToAPausedPipelineUntilItGoesOn() {
    create("alerter", ", replicas: 2");

    annotate(Operations.PAUSE, "true");
    eventually(() -> assertThat(api.condition(name, "Progressing")).isEqualTo("False Paused"));
    api.apply(name, spec("alerter", ", replicas: 5"));
    eventually(
        () -> assertThat(api.pipeline(name).getStatus().getObservedGeneration()).isEqualTo(2));
    assertThat(replicas()).isEqualTo(2);

    annotate(Operations.PAUSE, null);
    eventually(() -> assertThat(replicas()).isEqualTo(5));
    eventually(
        () -> assertThat(api.condition(name, "Progressing")).isEqualTo("True RolloutUnderWay"));
  }

  @Test
  void aStageIsRestartedOnceForEachTokenAndNotWhenTheRequestIsTakenAway() {
    create("alerter", ", replicas: 2");
    assertThat(templateAnnotations()).doesNotContainKey(Operations.RESTARTED);

    annotate(Operations.RESTART, "alerter@monday");
    eventually(
        () -> assertThat(templateAnnotations()).containsEntry(Operations.RESTARTED, "monday"));
    var restarted = templateAnnotations();

    annotate(Operations.RESTART, null);
    api.apply(name, spec("alerter", ", replicas: 3"));
    eventually(() -> assertThat(replicas()).isEqualTo(3));
    assertThat(templateAnnotations()).isEqualTo(restarted);

    annotate(Operations.RESTART, "alerter@tuesday, nobody");
    eventually(
        () -> assertThat(templateAnnotations()).containsEntry(Operations.RESTARTED, "tuesday"));
    eventually(
        () ->
            assertThat(api.full(name, "SpecValid").getMessage())
                .contains("names no stage 'nobody'"));
  }

  @Test
  void replicasThatTheSpecNamesNoLongerStayAsTheyAre() {
    create("alerter", ", replicas: 3");

    api.apply(name, spec("alerter", ""));
    eventually(
        () -> assertThat(api.pipeline(name).getStatus().getObservedGeneration()).isEqualTo(2));
    assertThat(replicas()).isEqualTo(3);

    api.client
        .apps()
        .deployments()
        .inNamespace(MockApi.NAMESPACE)
        .withName(name + "-alerter")
        .scale(4);
    api.apply(name, spec("alerter", ", concurrency: 2"));
    eventually(
        () -> assertThat(api.pipeline(name).getStatus().getObservedGeneration()).isEqualTo(3));
    assertThat(replicas()).isEqualTo(4);

    api.apply(name, spec("alerter", ", replicas: 2"));
    eventually(() -> assertThat(replicas()).isEqualTo(2));
  }

  @Test
  void asManyWorkersAsBeforeGoOnAfterASuspension() {
    create("alerter", "");
    api.client
        .apps()
        .deployments()
        .inNamespace(MockApi.NAMESPACE)
        .withName(name + "-alerter")
        .scale(4);

    api.apply(name, "suspend: true\n" + spec("alerter", ""));
    eventually(() -> assertThat(replicas()).isZero());

    api.apply(name, spec("alerter", ""));
    eventually(() -> assertThat(replicas()).isEqualTo(4));
  }
}
