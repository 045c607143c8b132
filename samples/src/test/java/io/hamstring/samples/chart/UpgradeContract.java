package io.hamstring.samples.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.hamstring.api.v1alpha1.HamstringPipeline;
import io.hamstring.operator.HamstringOperator;
import io.hamstring.operator.OperatorSettings;
import io.hamstring.operator.desired.WorkerImage;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What becomes of a cluster from the previous chart to this one, back, and without it. There is no
 * previous release yet: the previous chart is this one with another version and a definition
 * without {@code standby}.
 */
abstract class UpgradeContract {

  private static final String NEW_FIELD = "standby";
  private static final Path PREVIOUS = Chart.copied(UpgradeContract::previous);
  private static final String STAGE_FIELDS =
      "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/stages/items/properties";

  private final String namespace = "n" + Long.toString(System.nanoTime(), 36);

  /** A client with every right. */
  abstract KubernetesClient client();

  /** Installs a chart as the release {@code hamstring} in {@code ops}, or upgrades it. */
  abstract void helmUpgradeInstall(Path chart);

  /** Removes the release, if it is there. */
  abstract void helmUninstall();

  private static String previous(String file, String text) {
    return switch (file) {
      case "Chart.yaml" -> text.replaceAll("(?m)^(version|appVersion): .*", "$1: 0.0.9");
      case "files/hamstringpipelines.hamstring.io-v1.yml" -> withoutNewField(text);
      default -> text;
    };
  }

  private static String withoutNewField(String definition) {
    try {
      var tree = (ObjectNode) Chart.YAML.readTree(definition);
      assertThat(((ObjectNode) tree.at(STAGE_FIELDS)).remove(NEW_FIELD)).isNotNull();
      return Chart.YAML.writeValueAsString(tree);
    } catch (JsonProcessingException impossible) {
      throw new AssertionError(impossible);
    }
  }

  @BeforeEach
  void install() {
    makeNamespace(namespace);
    helmUpgradeInstall(PREVIOUS);
    eventually(() -> create("before", ""));
  }

  void makeNamespace(String name) {
    var made = new NamespaceBuilder().withNewMetadata().withName(name).endMetadata().build();
    client().resource(made).create();
  }

  @AfterEach
  void removeAll() {
    helmUninstall();
    client().resources(HamstringPipeline.class).inNamespace(namespace).delete();
    definition().delete();
    eventually(() -> assertThat(definition().get()).isNull());
    client().namespaces().withName(namespace).delete();
  }

  private Resource<CustomResourceDefinition> definition() {
    return client()
        .apiextensions()
        .v1()
        .customResourceDefinitions()
        .withName("hamstringpipelines.hamstring.io");
  }

  private static void eventually(ThrowingRunnable assertion) {
    await().atMost(Duration.ofSeconds(60)).ignoreExceptions().untilAsserted(assertion);
  }

  private void create(String name, String more) {
    var text =
        """
        apiVersion: hamstring.io/v1alpha1
        kind: HamstringPipeline
        metadata: {name: %s, namespace: %s}
        spec:
          kafka: {bootstrapServers: "127.0.0.1:1"}
          stages:
            - {name: alerter, type: alerter, inputs: {topics: [in]}, replicas: 2%s}
        """
            .formatted(name, namespace, more);
    client()
        .resource(client().getKubernetesSerialization().unmarshal(text, HamstringPipeline.class))
        .create();
  }

  private HamstringPipeline pipeline(String name) {
    return client().resources(HamstringPipeline.class).inNamespace(namespace).withName(name).get();
  }

  private Deployment operator() {
    return client()
        .apps()
        .deployments()
        .inNamespace("ops")
        .withName("hamstring-hamstring-operator")
        .get();
  }

  private boolean hasNewField() {
    JsonNode definition =
        client().getKubernetesSerialization().convertValue(definition().get(), JsonNode.class);
    return definition.at(STAGE_FIELDS).has(NEW_FIELD);
  }

  private static String image(Deployment deployment) {
    return deployment.getSpec().getTemplate().getSpec().getContainers().get(0).getImage();
  }

  @Test
  void anUpgradeBringsTheNewFieldsAndLeavesPipelinesAlone() {
    var before = pipeline("before");
    var operator = operator();
    assertThat(hasNewField()).isFalse();

    helmUpgradeInstall(Chart.FOLDER);

    assertThat(hasNewField()).isTrue();
    assertThat(pipeline("before").getMetadata().getResourceVersion())
        .isEqualTo(before.getMetadata().getResourceVersion());
    assertThat(operator().getMetadata().getUid()).isEqualTo(operator.getMetadata().getUid());
    assertThat(operator().getSpec().getSelector()).isEqualTo(operator.getSpec().getSelector());
    assertThat(image(operator())).isNotEqualTo(image(operator));
    eventually(
        () -> {
          client()
              .resources(HamstringPipeline.class)
              .inNamespace(namespace)
              .withName("after")
              .delete();
          create("after", ", standby: 1");
          assertThat(pipeline("after").getSpec().tree().at("/stages/0/standby").asInt())
              .isEqualTo(1);
        });
  }

  /** What {@code helm rollback} applies is the previous chart once more. */
  @Test
  void aRollbackTakesTheFieldsBackAndLeavesPipelinesAlone() {
    var before = pipeline("before");
    var operator = operator();
    helmUpgradeInstall(Chart.FOLDER);

    helmUpgradeInstall(PREVIOUS);

    assertThat(hasNewField()).isFalse();
    assertThat(image(operator())).isEqualTo(image(operator));
    assertThat(pipeline("before").getMetadata().getResourceVersion())
        .isEqualTo(before.getMetadata().getResourceVersion());
  }

  @Test
  void whoRemovesTheOperatorKeepsDefinitionAndPipelinesAndMayInstallItAgain() {
    helmUpgradeInstall(Chart.FOLDER);

    helmUninstall();

    assertThat(operator()).isNull();
    assertThat(hasNewField()).isTrue();
    assertThat(pipeline("before")).isNotNull();
    helmUpgradeInstall(Chart.FOLDER);
    assertThat(operator()).isNotNull();
    assertThat(pipeline("before")).isNotNull();
  }

  @Test
  void anOperatorOnThePreviousDefinitionSaysWhatItLacks() {
    try (var operator =
        HamstringOperator.start(
            client(), OperatorSettings.embedded(WorkerImage.of("hamstring-worker:test")))) {
      assertThat(metrics(operator)).contains("hamstring_operator_definition_lacks 1.0");
      eventually(
          () ->
              assertThat(client().v1().events().inNamespace(namespace).list().getItems())
                  .anySatisfy(
                      event -> {
                        assertThat(event.getReason()).isEqualTo("DefinitionOutdated");
                        assertThat(event.getMessage())
                            .contains("hamstringpipelines.hamstring.io", "spec.stages[].standby");
                      }));
    }
  }

  private static String metrics(HamstringOperator operator) {
    var address = "http://127.0.0.1:" + operator.httpPort().orElseThrow() + "/metrics";
    try {
      return HttpClient.newHttpClient()
          .send(HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.ofString())
          .body();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
