package io.hamstring.samples.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.hamstring.api.v1alpha1.HamstringPipeline;
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

/** What an API server makes of the definition of HamstringPipeline. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class DefinitionContract {

  private static final Path DEFINITION = Path.of("../crds/hamstringpipelines.hamstring.io-v1.yml");

  /** What not every kind of server does. */
  enum Ability {
    /** Refuses and completes objects by their schema. */
    CHECKS_SCHEMAS,
    /** Refuses what a caller was not granted. */
    CHECKS_RIGHTS
  }

  String namespace;

  /** A client with every right. */
  abstract KubernetesClient client();

  abstract Set<Ability> abilities();

  /** Whether there is such a server on this machine; without one every test counts as skipped. */
  boolean isThere() {
    return true;
  }

  private void needs(Ability ability) {
    assumeThat(abilities()).as("a server that " + ability).contains(ability);
  }

  @BeforeAll
  void define() throws IOException {
    if (!isThere()) {
      return;
    }
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
    assumeThat(isThere()).as("an API server of this kind").isTrue();
    namespace = "n" + Long.toString(System.nanoTime(), 36);
    client()
        .resource(
            new NamespaceBuilder().withNewMetadata().withName(namespace).endMetadata().build())
        .create();
  }

  MixedOperation<
          HamstringPipeline, KubernetesResourceList<HamstringPipeline>, Resource<HamstringPipeline>>
      pipelines() {
    return client().resources(HamstringPipeline.class);
  }

  static void eventually(ThrowingRunnable assertion) {
    await().atMost(Duration.ofSeconds(60)).ignoreExceptions().untilAsserted(assertion);
  }

  HamstringPipeline create(String more) {
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

  HamstringPipeline pipeline() {
    return pipelines().inNamespace(namespace).withName("dns").get();
  }

  void edit(String json) {
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
