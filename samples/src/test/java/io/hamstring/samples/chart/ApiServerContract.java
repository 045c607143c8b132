package io.hamstring.samples.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.hamstring.api.v1alpha1.HamstringPipeline;
import io.hamstring.operator.HamstringOperator;
import io.hamstring.operator.OperatorSettings;
import io.hamstring.operator.OperatorSettings.Http;
import io.hamstring.operator.OperatorSettings.Leadership;
import io.hamstring.operator.desired.WorkerImage;
import io.hamstring.operator.symptom.Tempo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What the operator needs of an API server, held against each kind that it runs with. What a kind
 * cannot do is skipped there.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ApiServerContract {

  private static final Path DEFINITION = Path.of("../crds/hamstringpipelines.hamstring.io-v1.yml");
  private static final String OPERATOR = "hamstring-operator";

  /** What not every kind of server does. */
  enum Ability {
    /** Refuses and completes objects by their schema. */
    CHECKS_SCHEMAS,
    /** Refuses what a caller was not granted. */
    CHECKS_RIGHTS
  }

  private String namespace;

  /** A client with every right. */
  abstract KubernetesClient client();

  abstract Set<Ability> abilities();

  private void needs(Ability ability) {
    assumeThat(abilities()).as("a server that " + ability).contains(ability);
  }

  @BeforeAll
  void define() throws IOException {
    try (var yaml = Files.newInputStream(DEFINITION)) {
      client()
          .resource(
              client().getKubernetesSerialization().unmarshal(yaml, CustomResourceDefinition.class))
          .create();
    }
    eventually(() -> assertThat(pipelines().list().getItems()).isEmpty());
  }

  @BeforeEach
  void makeNamespace() {
    namespace = "n" + Long.toString(System.nanoTime(), 36);
    client()
        .resource(
            new NamespaceBuilder().withNewMetadata().withName(namespace).endMetadata().build())
        .create();
  }

  private io.fabric8.kubernetes.client.dsl.MixedOperation<
          HamstringPipeline,
          io.fabric8.kubernetes.api.model.KubernetesResourceList<HamstringPipeline>,
          io.fabric8.kubernetes.client.dsl.Resource<HamstringPipeline>>
      pipelines() {
    return client().resources(HamstringPipeline.class);
  }

  private static void eventually(ThrowingRunnable assertion) {
    await().atMost(Duration.ofSeconds(60)).ignoreExceptions().untilAsserted(assertion);
  }

  private HamstringPipeline create(String more) {
    return client()
        .resource(
            client()
                .getKubernetesSerialization()
                .unmarshal(
                    """
                    apiVersion: hamstring.io/v1alpha1
                    kind: HamstringPipeline
                    metadata: {name: dns, namespace: %s}
                    spec:
                      kafka: {bootstrapServers: "127.0.0.1:1"}
                      stages:
                        - {name: alerter, type: alerter, inputs: {topics: [in]}, replicas: 2}
                    %s
                    """
                        .formatted(namespace, more.indent(2)),
                    HamstringPipeline.class))
        .create();
  }

  private HamstringPipeline pipeline() {
    return pipelines().inNamespace(namespace).withName("dns").get();
  }

  private Deployment deployment() {
    return client().apps().deployments().inNamespace(namespace).withName("dns-alerter").get();
  }

  private HamstringOperator operator(KubernetesClient client) {
    return HamstringOperator.start(
        client,
        new OperatorSettings(
            Set.of(namespace),
            WorkerImage.of("hamstring-worker:test"),
            Duration.ofMillis(500),
            Tempo.STANDARD,
            Http.on("127.0.0.1", 0),
            Leadership.ALONE));
  }

  private static boolean owns(HasMetadata object, String manager, String field) {
    return object.getMetadata().getManagedFields().stream()
        .filter(entry -> manager.equals(entry.getManager()))
        .map(ManagedFieldsEntry::getFieldsV1)
        .anyMatch(fields -> fields.getAdditionalProperties().containsKey(field));
  }

  @Test
  void theOperatorOwnsTheStatusAndNothingOfTheSpec() {
    try (var operator = operator(client())) {
      create("");
      eventually(() -> assertThat(pipeline().getStatus().getConditions()).isNotEmpty());
      eventually(() -> assertThat(deployment().getSpec().getReplicas()).isEqualTo(2));

      var pipeline = pipeline();
      assertThat(operator.httpPort()).isPresent();
      assertThat(pipeline.getMetadata().getGeneration()).isEqualTo(1);
      assertThat(owns(pipeline, OPERATOR, "f:status")).isTrue();
      assertThat(owns(pipeline, OPERATOR, "f:spec")).isFalse();
      assertThat(owns(deployment(), OPERATOR, "f:spec")).isTrue();
    }
  }

  @Test
  void whatSomebodyElseAppliedStaysAndWhatWeDropGoes() {
    try (var operator = operator(client())) {
      create("");
      eventually(() -> assertThat(deployment()).isNotNull());
      client()
          .apps()
          .deployments()
          .inNamespace(namespace)
          .withName("dns-alerter")
          .patch(
              new PatchContext.Builder()
                  .withPatchType(PatchType.SERVER_SIDE_APPLY)
                  .withFieldManager("someone")
                  .build(),
              """
              {"apiVersion": "apps/v1", "kind": "Deployment",
               "metadata": {"name": "dns-alerter", "annotations": {"example.org/note": "kept"}}}
              """);
      edit(
          "{\"spec\":{\"stages\":[{\"name\":\"alerter\",\"type\":\"alerter\",\"inputs\":"
              + "{\"topics\":[\"in\"]},\"replicas\":3,\"template\":{\"labels\":{\"a\":\"b\"}}}]}}");
      eventually(() -> assertThat(templateLabels()).contains("a"));

      edit(
          "{\"spec\":{\"stages\":[{\"name\":\"alerter\",\"type\":\"alerter\",\"inputs\":"
              + "{\"topics\":[\"in\"]},\"replicas\":3}]}}");

      eventually(() -> assertThat(templateLabels()).doesNotContain("a"));
      assertThat(deployment().getSpec().getReplicas()).isEqualTo(3);
      assertThat(deployment().getMetadata().getAnnotations())
          .containsEntry("example.org/note", "kept");
      assertThat(operator.httpPort()).isPresent();
    }
  }

  private Set<String> templateLabels() {
    return deployment().getSpec().getTemplate().getMetadata().getLabels().keySet();
  }

  private void edit(String json) {
    pipelines()
        .inNamespace(namespace)
        .withName("dns")
        .patch(PatchContext.of(PatchType.JSON_MERGE), json);
  }

  @Test
  void aStatusIsWrittenThroughItsSubresourceOnly() {
    create("");

    edit("{\"status\":{\"observedGeneration\":7}}");
    assertThat(pipeline().getStatus()).isNull();

    pipelines()
        .inNamespace(namespace)
        .withName("dns")
        .subresource("status")
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            "{\"status\":{\"observedGeneration\":7},\"spec\":{\"suspend\":true}}");
    assertThat(pipeline().getStatus().getObservedGeneration()).isEqualTo(7);
    assertThat(pipeline().getSpec().tree().path("suspend").asBoolean()).isFalse();
  }

  @Test
  void ofTwoWritesOfOneVersionTheSecondIsRefused() {
    var lease =
        client()
            .resource(
                new LeaseBuilder()
                    .withNewMetadata()
                    .withName("hamstring-operator")
                    .withNamespace(namespace)
                    .endMetadata()
                    .withNewSpec()
                    .withHolderIdentity("one")
                    .endSpec()
                    .build())
            .create();
    var second = new LeaseBuilder(lease).editSpec().withHolderIdentity("two").endSpec().build();
    var third = new LeaseBuilder(lease).editSpec().withHolderIdentity("three").endSpec().build();

    client().resource(second).lockResourceVersion().update();

    assertThatThrownBy(() -> client().resource(third).lockResourceVersion().update())
        .isInstanceOfSatisfying(
            KubernetesClientException.class, e -> assertThat(e.getCode()).isEqualTo(409));
  }

  @Test
  void whatIsMadeTwiceIsAConflict() {
    var map =
        new ConfigMapBuilder()
            .withNewMetadata()
            .withName("twice")
            .withNamespace(namespace)
            .endMetadata()
            .build();
    client().resource(map).create();

    assertThatThrownBy(() -> client().resource(map).create())
        .isInstanceOfSatisfying(
            KubernetesClientException.class, e -> assertThat(e.getCode()).isEqualTo(409));
  }

  /** Where rights are not checked it still shows that the operator starts as somebody else. */
  @Test
  void theOperatorWorksWithTheRightsThatTheChartGrants() {
    if (abilities().contains(Ability.CHECKS_RIGHTS)) {
      grantWhatTheChartGrants();
    }
    var config =
        new ConfigBuilder(client().getConfiguration())
            .withImpersonateUsername("system:serviceaccount:ops:hamstring-hamstring-operator")
            .withImpersonateGroups("system:serviceaccounts", "system:authenticated")
            .build();
    try (var client = new KubernetesClientBuilder().withConfig(config).build();
        var operator = operator(client)) {
      create("");

      eventually(() -> assertThat(pipeline().getStatus().getConditions()).isNotEmpty());
      eventually(() -> assertThat(deployment()).isNotNull());
      eventually(
          () ->
              assertThat(client().v1().events().inNamespace(namespace).list().getItems())
                  .isNotEmpty());
      assertThat(operator.httpPort()).isPresent();
      if (abilities().contains(Ability.CHECKS_RIGHTS)) {
        assertThatThrownBy(() -> client.secrets().inNamespace(namespace).list())
            .hasMessageContaining("forbidden");
        assertThatThrownBy(() -> client.namespaces().list()).hasMessageContaining("forbidden");
      }
    }
  }

  private void grantWhatTheChartGrants() {
    var rendered =
        Chart.rendered(Chart.WITHOUT_DEFINITION + "watchNamespaces: [" + namespace + "]\n");
    for (var object : Chart.objects(rendered)) {
      var kind = object.path("kind").asText();
      var isThere = object.at("/metadata/namespace").asText().equals(namespace);
      if (isThere && (kind.equals("Role") || kind.equals("RoleBinding"))) {
        client()
            .resource(
                client().getKubernetesSerialization().<HasMetadata>unmarshal(Chart.text(object)))
            .create();
      }
    }
  }

  @Test
  void whatASpecDoesNotSayIsFilledIn() {
    needs(Ability.CHECKS_SCHEMAS);
    create("");

    JsonNode stored = pipeline().getSpec().tree();

    assertThat(stored.at("/kafka/groupProtocol").asText()).isEqualTo("consumer");
    assertThat(stored.at("/timeouts/transaction").asText()).isEqualTo("30s");
    assertThat(stored.at("/batch/size").asInt()).isEqualTo(50);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          timeouts: {message: 30s, transaction: 30s} | message must be shorter than transaction
          timeouts: {maxPollInterval: 999ms}         | must be from 1s to 24h
          batch: {size: 0}                           | should be greater than or equal to 1
          """)
  void aRuleOfTheDefinitionIsToldInItsWords(String spec, String message) {
    needs(Ability.CHECKS_SCHEMAS);

    assertThatThrownBy(() -> create(spec))
        .isInstanceOfSatisfying(
            KubernetesClientException.class, e -> assertThat(e.getCode()).isEqualTo(422))
        .hasMessageContaining(message);
  }

  static Set<Ability> all() {
    return EnumSet.allOf(Ability.class);
  }
}
