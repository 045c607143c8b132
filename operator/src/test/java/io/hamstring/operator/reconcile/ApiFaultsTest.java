package io.hamstring.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.hamstring.operator.HamstringOperator;
import java.time.Duration;
import java.util.List;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An API server that refuses or is overloaded while pipelines are edited. */
class ApiFaultsTest {

  private static final String SPEC =
      """
      kafka: {bootstrapServers: '127.0.0.1:1'}
      stages:
        - {name: alerter, type: alerter, inputs: {topics: [in]}, replicas: 2}
      """;

  private static MockApi api;
  private static KubernetesClient client;
  private static HamstringOperator operator;

  private String name;

  @BeforeAll
  static void start() throws Exception {
    api = new MockApi();
    client = new KubernetesClientBuilder().withConfig(config()).build();
    operator = HamstringOperator.start(client, MockApi.settings());
  }

  private static Config config() {
    return new ConfigBuilder(Config.empty())
        .withMasterUrl(api.client.getMasterUrl().toString())
        .withNamespace(MockApi.NAMESPACE)
        .build();
  }

  @AfterAll
  static void stop() throws Exception {
    operator.close();
    client.close();
    api.close();
  }

  @BeforeEach
  void aPipelineThatIsApplied() {
    name = "p" + Long.toString(System.nanoTime(), 36);
    api.apply(name, SPEC);
    eventually(() -> assertThat(api.condition(name, "SpecValid")).startsWith("True"));
    eventually(() -> assertThat(deployedReplicas()).isEqualTo(2));
  }

  @AfterEach
  void delete() {
    api.dispatcher.failNext("", "", 0, 0);
    api.find(name).ifPresent(pipeline -> api.client.resource(pipeline).delete());
  }

  private static void eventually(ThrowingRunnable assertion) {
    await().atMost(Duration.ofMinutes(3)).untilAsserted(assertion);
  }

  private int deployedReplicas() {
    return api.deployment(name + "-alerter").getSpec().getReplicas();
  }

  private void editReplicas(int replicas) {
    api.apply(name, SPEC.replace("replicas: 2", "replicas: " + replicas));
  }

  private void isAppliedAndSaid(int replicas) {
    eventually(() -> assertThat(deployedReplicas()).isEqualTo(replicas));
    eventually(
        () -> {
          var status = api.pipeline(name).getStatus();
          assertThat(status.getObservedGeneration()).isEqualTo(2);
          assertThat(status.getStages().get(0).getWorkers()).isEqualTo("0/" + replicas);
        });
  }

  private List<String> eventsOfApply() {
    return api.events(name).stream()
        .map(event -> event.getMessage())
        .filter(message -> message.contains("cannot apply"))
        .toList();
  }

  @ParameterizedTest(name = "{0} {1} answers {2}, {3} times")
  @CsvSource({
    "PATCH, /status, 409, 3",
    "PATCH, /status, 500, 3",
    "PATCH, /deployments/, 409, 3",
    "PATCH, /deployments/, 500, 12",
    "PATCH, /deployments/, 429, 3",
    "PATCH, /configmaps/, 503, 2"
  })
  void aFaultThatPassesLosesNothingAndIsNobodysBusiness(
      String method, String path, int code, int times) {
    var before = api.dispatcher.writes().size();
    api.dispatcher.failNext(method, path, code, times);

    editReplicas(5);
    if (path.contains("configmaps")) {
      api.client.configMaps().inNamespace(MockApi.NAMESPACE).withName(name + "-alerter").delete();
    }

    isAppliedAndSaid(5);
    eventually(() -> assertThat(api.dispatcher.failuresLeft()).isZero());
    eventually(
        () ->
            assertThat(
                    api.client
                        .configMaps()
                        .inNamespace(MockApi.NAMESPACE)
                        .withName(name + "-alerter")
                        .get())
                .isNotNull());
    assertThat(eventsOfApply()).isEmpty();
    assertThat(api.pipeline(name).getSpec().tree().at("/stages/0/replicas").asInt()).isEqualTo(5);
    assertThat(api.dispatcher.writes().size() - before)
        .as("no hot loop: " + api.dispatcher.writes())
        .isLessThan(times + 20);
  }
}
