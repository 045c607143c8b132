package io.hamstring.samples.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.informers.impl.cache.Reflector;
import io.hamstring.api.v1alpha1.HamstringPipeline;
import io.hamstring.operator.ApiClient;
import io.hamstring.operator.HamstringOperator;
import io.hamstring.operator.OperatorSettings;
import io.hamstring.operator.desired.WorkerImage;
import io.hamstring.samples.apiserver.LocalApiServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Connections to the API server that end, or stay open and say nothing more. */
class DeadConnectionsTest {

  private static final String DEFINITION =
      "/io/hamstring/api/hamstringpipelines.hamstring.io-v1.yml";

  private static LocalApiServer api;
  private static KubernetesClient user;
  private static FaultyWire wire;
  private static KubernetesClient client;
  private static HamstringOperator operator;

  @BeforeAll
  static void start() throws Exception {
    api = LocalApiServer.start();
    try (var definition = DeadConnectionsTest.class.getResourceAsStream(DEFINITION)) {
      api.register(definition);
    }
    user = api.client();
    var url = URI.create(api.url());
    wire = new FaultyWire(url.getPort());
    client =
        ApiClient.of(
            new ConfigBuilder(api.config())
                .withMasterUrl("http://127.0.0.1:" + wire.port() + url.getPath())
                .withRequestTimeout(5000)
                .build());
    // The client renews each watch after 5 to 10 minutes; a test has not the time.
    var field = Reflector.class.getDeclaredField("MIN_TIMEOUT");
    field.setAccessible(true);
    var usual = field.getLong(null);
    field.setLong(null, 2);
    operator =
        HamstringOperator.start(client, OperatorSettings.embedded(WorkerImage.of("worker:test")));
    field.setLong(null, usual);
  }

  @AfterAll
  static void stop() throws Exception {
    operator.close();
    client.close();
    wire.close();
    user.close();
    api.close();
  }

  private static void create(String name) {
    var pipeline = new GenericKubernetesResource();
    pipeline.setApiVersion("hamstring.io/v1alpha1");
    pipeline.setKind("HamstringPipeline");
    pipeline.setMetadata(new ObjectMetaBuilder().withNamespace("default").withName(name).build());
    pipeline.setAdditionalProperty(
        "spec",
        Map.of(
            "kafka", Map.of("bootstrapServers", "127.0.0.1:1"),
            "stages",
                List.of(
                    Map.of(
                        "name",
                        "a",
                        "type",
                        "alerter",
                        "inputs",
                        Map.of("topics", List.of("in")),
                        "replicas",
                        1))));
    user.resource(pipeline).create();
    isApplied(name, 1);
  }

  private static void edit(String name, int replicas) {
    user.resources(HamstringPipeline.class)
        .inNamespace("default")
        .withName(name)
        .patch(
            PatchContext.of(PatchType.JSON),
            "[{\"op\":\"replace\",\"path\":\"/spec/stages/0/replicas\",\"value\":%d}]"
                .formatted(replicas));
  }

  private static void isApplied(String name, int replicas) {
    await()
        .atMost(Duration.ofMinutes(2))
        .untilAsserted(
            () ->
                assertThat(
                        user.apps()
                            .deployments()
                            .inNamespace("default")
                            .withName(name + "-a")
                            .get())
                    .isNotNull()
                    .extracting(deployment -> deployment.getSpec().getReplicas())
                    .isEqualTo(replicas));
    await()
        .ignoreExceptionsInstanceOf(NullPointerException.class)
        .atMost(Duration.ofMinutes(2))
        .untilAsserted(
            () ->
                assertThat(
                        user.resources(HamstringPipeline.class)
                            .inNamespace("default")
                            .withName(name)
                            .get()
                            .getStatus()
                            .getStages()
                            .get(0)
                            .getWorkers())
                    .isEqualTo("0/" + replicas));
  }

  @Test
  void whatIsChangedWhileTheConnectionsAreCutIsSeen() {
    create("cut");

    wire.cut();
    edit("cut", 5);

    isApplied("cut", 5);
  }

  @Test
  void whatIsChangedWhileTheConnectionsAreOpenAndDeadIsSeen() {
    create("dead");

    wire.deaden();
    edit("dead", 5);

    isApplied("dead", 5);
  }

  @Test
  void whatIsChangedWhileItsWatchExpiresIsSeen() {
    create("old");

    wire.deaden();
    edit("old", 5);
    api.compact();

    isApplied("old", 5);
  }

  /** The deletion itself is told to nobody: the next list lacks the pipeline. */
  @Test
  void aPipelineWhoseDeletionWasMissedLeavesNoSeries() {
    create("gone");
    await().atMost(Duration.ofMinutes(2)).until(() -> metrics().contains("pipeline=\"gone\""));

    wire.deaden();
    user.resources(HamstringPipeline.class).inNamespace("default").withName("gone").delete();
    api.compact();

    await().atMost(Duration.ofMinutes(2)).until(() -> !metrics().contains("pipeline=\"gone\""));
  }

  private static String metrics() throws Exception {
    var uri = URI.create("http://127.0.0.1:" + operator.httpPort().orElseThrow() + "/metrics");
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
        .body();
  }
}
