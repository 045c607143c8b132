package io.hamstring.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hamstring.operator.HamstringOperator;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What another operator finds that takes over where one stopped. */
class RestartTest {

  private static MockApi api;

  private HamstringOperator operator;
  private String name;

  @BeforeAll
  static void startApi() {
    api = new MockApi();
  }

  @AfterAll
  static void stopApi() {
    api.close();
  }

  @BeforeEach
  void startOperator() {
    name = "p" + Long.toString(System.nanoTime(), 36);
    operator = HamstringOperator.start(api.client, MockApi.settings());
  }

  @AfterEach
  void stopOperator() {
    for (var pipeline : new String[] {name, name + "-b"}) {
      api.find(pipeline).ifPresent(found -> api.client.resource(found).delete());
    }
    operator.close();
  }

  private void restart(Runnable meanwhile) {
    operator.close();
    meanwhile.run();
    operator = HamstringOperator.start(api.client, MockApi.settings());
  }

  private static void eventually(ThrowingRunnable assertion) {
    await().atMost(Duration.ofMinutes(2)).untilAsserted(assertion);
  }

  private static String spec(String stage) {
    return """
    kafka: {bootstrapServers: '127.0.0.1:1'}
    stages:
      - {name: alerter, type: alerter, inputs: {topics: [in]}%s}
    """
        .formatted(stage);
  }

  private void create(String stage) {
    api.apply(name, spec(stage));
    eventually(() -> assertThat(api.deployment(name + "-alerter")).isNotNull());
    eventually(() -> assertThat(api.condition(name, "SpecValid")).startsWith("True"));
  }

  private Integer replicas() {
    return api.deployment(name + "-alerter").getSpec().getReplicas();
  }

  @Test
  void whatAnAutoscalerOfOthersSetIsKeptOverEditsAndRestarts() {
    create("");
    api.client
        .apps()
        .deployments()
        .inNamespace(MockApi.NAMESPACE)
        .withName(name + "-alerter")
        .scale(4);

    api.apply(name, spec(", template: {image: 'worker:2'}"));
    eventually(
        () ->
            assertThat(
                    api.deployment(name + "-alerter")
                        .getSpec()
                        .getTemplate()
                        .getSpec()
                        .getContainers()
                        .get(0)
                        .getImage())
                .isEqualTo("worker:2"));
    assertThat(replicas()).isEqualTo(4);

    restart(() -> api.apply(name, spec(", template: {image: 'worker:3'}")));
    eventually(
        () -> assertThat(api.pipeline(name).getStatus().getObservedGeneration()).isEqualTo(3));
    assertThat(replicas()).isEqualTo(4);
  }

  @Test
  void theScalersLastDecisionHolds() {
    create(", autoscaling: {minReplicas: 3, maxReplicas: 6}");
    assertThat(replicas()).isEqualTo(3);
    eventually(
        () ->
            assertThat(api.pipeline(name).getStatus().getStages().get(0).getScaling().getReplicas())
                .isEqualTo(3));

    restart(
        () -> {
          var decided = api.pipeline(name);
          decided.getStatus().getStages().get(0).getScaling().setReplicas(5);
          api.client.resource(decided).updateStatus();
        });

    eventually(() -> assertThat(replicas()).isEqualTo(5));
    assertThat(api.pipeline(name).getStatus().getStages().get(0).getScaling().getReplicas())
        .isEqualTo(5);
  }

  @Test
  void aDecisionThatIsOnlyShownIsNotApplied() {
    create(", autoscaling: {minReplicas: 3, maxReplicas: 6, dryRun: true}");

    eventually(
        () ->
            assertThat(api.pipeline(name).getStatus().getStages().get(0).getScaling().getReplicas())
                .isEqualTo(3));
    assertThat(replicas()).isNull();
  }

  @Test
  void aPipelineInAConflictShowsNothingThatNobodyLooksAtAnyMore() {
    create(", group: contested");
    api.apply(name + "-b", spec(", group: contested"));
    eventually(
        () ->
            assertThat(api.condition(name + "-b", "IdentityConflict"))
                .isEqualTo("True ClaimedByAnother"));

    restart(
        () -> {
          var stale = api.pipeline(name + "-b");
          stale.getStatus().getConditions().stream()
              .filter(condition -> condition.getType().equals("PoisonRecords"))
              .forEach(
                  condition -> {
                    condition.setStatus("True");
                    condition.setReason("PartitionHeld");
                  });
          api.client.resource(stale).updateStatus();
        });

    eventually(
        () ->
            assertThat(api.condition(name + "-b", "PoisonRecords"))
                .isEqualTo("Unknown NotLookedAt"));
    assertThat(api.condition(name + "-b", "IdentityConflict")).isEqualTo("True ClaimedByAnother");

    api.client.resource(api.pipeline(name)).delete();
    eventually(
        () -> assertThat(api.condition(name + "-b", "IdentityConflict")).doesNotStartWith("True"));
  }

  @Test
  void aPipelineThatWentMeanwhileHasNoSeriesAndGetsNoObjects() throws Exception {
    create("");
    api.apply(name + "-b", spec(""));
    eventually(() -> assertThat(metrics()).contains("pipeline=\"" + name + "\""));
    var writes = new ArrayList<String>();

    restart(
        () -> {
          api.client.resource(api.pipeline(name)).delete();
          writes.addAll(api.dispatcher.writes());
        });

    eventually(() -> assertThat(metrics()).contains("pipeline=\"" + name + "-b\""));
    assertThat(metrics()).doesNotContain("pipeline=\"" + name + "\"");
    assertThat(api.dispatcher.writes().subList(writes.size(), api.dispatcher.writes().size()))
        .noneMatch(write -> write.contains("/" + name + "-alerter"));
  }

  private String metrics() throws Exception {
    var uri = URI.create("http://127.0.0.1:" + operator.httpPort().orElseThrow() + "/metrics");
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
        .body();
  }
}
