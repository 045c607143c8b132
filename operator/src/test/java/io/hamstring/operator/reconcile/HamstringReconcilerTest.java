package io.hamstring.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.hamstring.operator.HamstringOperator;
import io.hamstring.operator.apply.Applier;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The operator against a Kubernetes API in this JVM, and a Kafka that nobody reaches. */
class HamstringReconcilerTest {

  private static final String SPEC =
      """
      kafka: {bootstrapServers: '127.0.0.1:1'}
      stages:
        - name: alerter
          type: alerter
          inputs: {topics: [pipeline-detector_to_alerter-generic]}
          replicas: 2
          template: {resources: {requests: {cpu: 1000m, memory: 2.85Gi}}}
      """;

  private static final String TWO_STAGES =
      SPEC
          + """
            - name: second
              type: alerter
              inputs: {topics: [pipeline-detector_to_alerter-other]}
          """;

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
    api.find(name).ifPresent(pipeline -> api.client.resource(pipeline).delete());
  }

  private static void eventually(ThrowingRunnable assertion) {
    await().atMost(Duration.ofSeconds(30)).untilAsserted(assertion);
  }

  private String child() {
    return name + "-alerter";
  }

  private void create(String spec) {
    api.apply(name, spec);
    eventually(() -> assertThat(api.condition(name, "SpecValid")).startsWith("True"));
  }

  @Test
  void aPipelineGetsItsObjectsAndOwnsThem() {
    create(SPEC);

    var uid = api.pipeline(name).getMetadata().getUid();
    for (var kind :
        Map.of(
                ConfigMap.class, child(),
                Deployment.class, child(),
                PodDisruptionBudget.class, child(),
                ServiceAccount.class, name + "-workers")
            .entrySet()) {
      var child =
          api.client
              .resources(kind.getKey())
              .inNamespace(MockApi.NAMESPACE)
              .withName(kind.getValue())
              .get();
      assertThat(child).as(kind.getKey().getSimpleName()).isNotNull();
      assertThat(child.getMetadata().getOwnerReferences())
          .singleElement()
          .matches(owner -> owner.getUid().equals(uid));
    }
    assertThat(api.deployment(child()).getSpec().getReplicas()).isEqualTo(2);
    assertThat(api.condition(name, "Progressing")).isEqualTo("True RolloutUnderWay");
    assertThat(api.condition(name, "Ready")).isEqualTo("False WorkersNotReady");
  }

  @Test
  void whatTheUserWroteStaysAsItWasWritten() {
    create(SPEC);

    var pipeline = api.pipeline(name);
    assertThat(pipeline.getMetadata().getGeneration()).isEqualTo(1);
    assertThat(pipeline.getMetadata().getFinalizers()).isEmpty();
    assertThat(pipeline.getSpec().tree())
        .isEqualTo(api.client.getKubernetesSerialization().unmarshal(SPEC, JsonNode.class));
    assertThat(pipeline.getStatus().getObservedGeneration()).isEqualTo(1);
  }

  @Test
  void anEditOfReplicasReachesTheDeploymentAndNothingElse() {
    create(SPEC);
    var before = api.deployment(child());

    api.apply(name, SPEC.replace("replicas: 2", "replicas: 5"));

    eventually(() -> assertThat(api.deployment(child()).getSpec().getReplicas()).isEqualTo(5));
    assertThat(api.deployment(child()).getSpec().getTemplate())
        .isEqualTo(before.getSpec().getTemplate());
    eventually(
        () ->
            assertThat(api.pipeline(name).getStatus().getStages().get(0).getWorkers())
                .isEqualTo("0/5"));
  }

  @Test
  void anInvalidEditTouchesNoWorkerAndNamesEveryProblemUntilItIsMended() {
    create(SPEC);
    var before = api.deployment(child());

    api.apply(
        name, SPEC.replace("replicas: 2", "replicas: -2").replace("type: alerter", "type: x"));
    eventually(() -> assertThat(api.condition(name, "SpecValid")).isEqualTo("False SpecInvalid"));

    assertThat(api.full(name, "SpecValid").getMessage())
        .contains("spec.stages[0].replicas", "spec.stages[0].type", "left as they are");
    assertThat(api.pipeline(name).getStatus().getObservedGeneration()).isEqualTo(2);
    assertThat(api.condition(name, "Ready")).isEqualTo("False SpecInvalid");
    assertThat(api.deployment(child())).isEqualTo(before);

    api.apply(name, SPEC.replace("replicas: 2", "replicas: 3"));
    eventually(() -> assertThat(api.condition(name, "SpecValid")).startsWith("True"));
    assertThat(api.deployment(child()).getSpec().getReplicas()).isEqualTo(3);
  }

  @Test
  void aSpecThatWasNeverValidHasStatusAndNoObjects() {
    api.apply(name, SPEC.replace("replicas: 2", "replicas: -2"));

    eventually(() -> assertThat(api.condition(name, "SpecValid")).isEqualTo("False SpecInvalid"));
    assertThat(api.deployment(child())).isNull();
    eventually(
        () ->
            assertThat(api.events(name))
                .anyMatch(
                    event ->
                        event.getType().equals("Warning")
                            && event.getMessage().contains("spec.stages[0].replicas")));
  }

  @Test
  void driftIsRestoredAndForeignFieldsAreKept() {
    create(SPEC);

    api.client
        .apps()
        .deployments()
        .inNamespace(MockApi.NAMESPACE)
        .withName(child())
        .edit(
            deployment -> {
              deployment.getSpec().setReplicas(9);
              deployment.getMetadata().getAnnotations().put("somebody.else/note", "kept");
              return deployment;
            });

    eventually(() -> assertThat(api.deployment(child()).getSpec().getReplicas()).isEqualTo(2));
    assertThat(api.deployment(child()).getMetadata().getAnnotations())
        .containsEntry("somebody.else/note", "kept");
  }

  @Test
  void aDeletedChildComesBack() {
    create(SPEC);

    api.client.resource(api.deployment(child())).delete();

    eventually(() -> assertThat(api.deployment(child())).isNotNull());
  }

  @Test
  void aStageThatIsDesiredNoLongerTakesItsObjectsWithIt() {
    create(TWO_STAGES);
    assertThat(api.deployment(name + "-second")).isNotNull();

    api.apply(name, SPEC);

    eventually(() -> assertThat(api.deployment(name + "-second")).isNull());
    assertThat(api.deployment(child())).isNotNull();
    eventually(() -> assertThat(api.pipeline(name).getStatus().getStages()).hasSize(1));
  }

  @Test
  void whatAServerNormalisesIsNoDrift() {
    create(SPEC);
    api.client
        .apps()
        .deployments()
        .inNamespace(MockApi.NAMESPACE)
        .withName(child())
        .edit(
            deployment -> {
              var resources =
                  deployment
                      .getSpec()
                      .getTemplate()
                      .getSpec()
                      .getContainers()
                      .get(0)
                      .getResources();
              var requests = new HashMap<>(resources.getRequests());
              requests.put("cpu", new Quantity("1"));
              requests.put("memory", new Quantity("3060164198400m"));
              resources.setRequests(requests);
              return deployment;
            });
    var stored = api.deployment(child());

    api.apply(name, SPEC.replace("stages:", "suspend: false\nstages:"));
    eventually(
        () -> assertThat(api.pipeline(name).getStatus().getObservedGeneration()).isEqualTo(2));

    assertThat(api.deployment(child())).isEqualTo(stored);
  }

  @Test
  void replicasThatTheSpecDoesNotNameAreNotWrittenAgain() {
    create(SPEC.replace("replicas: 2", "concurrency: 1"));
    assertThat(api.deployment(child()).getSpec().getReplicas()).isNull();

    api.client.apps().deployments().inNamespace(MockApi.NAMESPACE).withName(child()).scale(4);
    api.edit(name, "{\"spec\":{\"timeouts\":{\"shutdown\":\"20s\"}}}");

    eventually(
        () -> assertThat(api.pipeline(name).getStatus().getObservedGeneration()).isEqualTo(2));
    assertThat(api.deployment(child()).getSpec().getReplicas()).isEqualTo(4);
  }

  @Test
  void whatKubernetesRefusesIsSaidAndTriedAgainAndKeepsNothingElse() {
    api.dispatcher.refuse("/deployments/" + child());
    try {
      api.apply(name, SPEC);

      eventually(
          () -> assertThat(api.condition(name, "Progressing")).isEqualTo("False ApplyFailed"));
      assertThat(api.full(name, "Progressing").getMessage())
          .contains("Deployment/" + child(), "exceeded quota");
      assertThat(api.client.configMaps().inNamespace(MockApi.NAMESPACE).withName(child()).get())
          .isNotNull();
    } finally {
      api.dispatcher.refuse("");
    }

    eventually(() -> assertThat(api.deployment(child())).isNotNull());
  }

  @Test
  void whatKubernetesRefusesIsNotWrittenAgainForEveryLook() {
    var path = "/deployments/" + child();
    var began = Instant.now();
    api.dispatcher.refuse(path);
    try {
      api.apply(name, SPEC);
      eventually(() -> assertThat(api.condition(name, "Progressing")).startsWith("False"));
      for (int edit = 1; edit <= 8; edit++) {
        api.edit(name, "{\"spec\":{\"alerts\":{\"outputSilence\":\"" + edit + "m\"}}}");
        int generation = edit + 1;
        eventually(
            () ->
                assertThat(api.pipeline(name).getStatus().getObservedGeneration())
                    .isEqualTo(generation));
      }
    } finally {
      api.dispatcher.refuse("");
    }

    var tries = api.dispatcher.writes().stream().filter(write -> write.contains(path)).count();
    assertThat(tries).isBetween(1L, 1 + Duration.between(began, Instant.now()).toSeconds() / 10);
  }

  @Test
  void everyConditionIsThereFromTheFirstLook() {
    create(SPEC);

    assertThat(api.pipeline(name).getStatus().getConditions())
        .extracting(condition -> condition.getType())
        .startsWith("Ready", "Progressing", "SpecValid")
        .contains("RepeatedMembershipLoss", "InputWithoutOutput");
    assertThat(api.condition(name, "InputWithoutOutput")).startsWith("Unknown");
    assertThat(api.deployment(child()).getMetadata().getAnnotations()).containsKey(Applier.APPLIED);
  }

  @Test
  void aSuspendedPipelineHasNoWorkersAndSaysSo() {
    create("suspend: true\n" + SPEC);

    assertThat(api.deployment(child()).getSpec().getReplicas()).isZero();
    eventually(() -> assertThat(api.condition(name, "Ready")).isEqualTo("False Suspended"));
    eventually(
        () -> assertThat(api.condition(name, "InputWithoutOutput")).isEqualTo("Unknown Suspended"));
  }
}
