package io.hamstring.operator.reconcile;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import io.hamstring.api.v1alpha1.HamstringPipeline;
import io.hamstring.contract.names.WorkerPod;
import io.hamstring.operator.OperatorSettings;
import io.hamstring.operator.desired.WorkerImage;
import io.hamstring.operator.symptom.Tempo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;

/** A Kubernetes API in this JVM, with the definition of HamstringPipeline and nobody at work. */
final class MockApi implements AutoCloseable {

  static final String NAMESPACE = "security";

  private static final String DEFINITION =
      "/io/hamstring/api/hamstringpipelines.hamstring.io-v1.yml";

  // The mock tells of every request.
  private static final Logger QUIET = Logger.getLogger("io.fabric8.mockwebserver");

  final SsaDispatcher dispatcher = new SsaDispatcher();
  final KubernetesClient client;
  private final KubernetesMockServer server;

  MockApi() {
    QUIET.setLevel(Level.WARNING);
    server =
        new KubernetesMockServer(
            new Context(), new MockWebServer(), new HashMap<>(), dispatcher, false);
    server.init();
    client = server.createClient();
    try (var definition = MockApi.class.getResourceAsStream(DEFINITION)) {
      client
          .resource(
              client
                  .getKubernetesSerialization()
                  .unmarshal(definition, CustomResourceDefinition.class))
          .create();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  static OperatorSettings settings() {
    return new OperatorSettings(
        Set.of(NAMESPACE),
        WorkerImage.of("hamstring-worker:test"),
        Duration.ofMillis(250),
        Tempo.STANDARD,
        OperatorSettings.Http.on("127.0.0.1", 0),
        OperatorSettings.Leadership.ALONE);
  }

  void apply(String name, String spec) {
    var yaml =
        """
        apiVersion: hamstring.io/v1alpha1
        kind: HamstringPipeline
        metadata: {name: %s, namespace: %s}
        spec:
        %s\
        """
            .formatted(name, NAMESPACE, spec.indent(2));
    var resource = client.getKubernetesSerialization().unmarshal(yaml, HamstringPipeline.class);
    if (find(name).isPresent()) {
      // Without a resource version, because the operator may write the status at any time.
      client
          .resources(HamstringPipeline.class)
          .inNamespace(NAMESPACE)
          .withName(name)
          .patch(
              PatchContext.of(PatchType.JSON),
              "[{\"op\":\"replace\",\"path\":\"/spec\",\"value\":%s}]"
                  .formatted(client.getKubernetesSerialization().asJson(resource.getSpec())));
    } else {
      client.resource(resource).create();
    }
  }

  void edit(String name, String json) {
    client
        .resources(HamstringPipeline.class)
        .inNamespace(NAMESPACE)
        .withName(name)
        .patch(PatchContext.of(PatchType.JSON_MERGE), json);
  }

  Optional<HamstringPipeline> find(String name) {
    return Optional.ofNullable(
        client.resources(HamstringPipeline.class).inNamespace(NAMESPACE).withName(name).get());
  }

  HamstringPipeline pipeline(String name) {
    return find(name).orElseThrow();
  }

  /** {@code status reason} of a condition, or empty. */
  String condition(String name, String type) {
    return find(name).map(HamstringPipeline::getStatus).stream()
        .flatMap(status -> status.getConditions().stream())
        .filter(condition -> condition.getType().equals(type))
        .map(condition -> condition.getStatus() + " " + condition.getReason())
        .findFirst()
        .orElse("");
  }

  Condition full(String name, String type) {
    return pipeline(name).getStatus().getConditions().stream()
        .filter(condition -> condition.getType().equals(type))
        .findFirst()
        .orElseThrow();
  }

  Deployment deployment(String name) {
    return client.apps().deployments().inNamespace(NAMESPACE).withName(name).get();
  }

  /** Does what the Deployment controller would: all replicas are there and ready. */
  void rollOut(String name, int ready) {
    var deployment = deployment(name);
    deployment.setStatus(
        new DeploymentStatusBuilder()
            .withObservedGeneration(deployment.getMetadata().getGeneration())
            .withReplicas(deployment.getSpec().getReplicas())
            .withUpdatedReplicas(deployment.getSpec().getReplicas())
            .withReadyReplicas(ready)
            .build());
    client.resource(deployment).updateStatus();
  }

  /** A running worker pod that answers on a loopback port. */
  void pod(String deployment, String name, int port) {
    var template = deployment(deployment).getSpec().getTemplate();
    client
        .resource(
            new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(NAMESPACE)
                .withLabels(template.getMetadata().getLabels())
                .endMetadata()
                .withNewSpec()
                .addNewContainer()
                .withName(WorkerPod.CONTAINER)
                .addNewPort()
                .withName(WorkerPod.PORT_NAME)
                .withContainerPort(port)
                .endPort()
                .endContainer()
                .endSpec()
                .withNewStatus()
                .withPhase("Running")
                .withPodIP("127.0.0.1")
                .endStatus()
                .build())
        .create();
  }

  /** Does what a kubelet would when a worker's container has ended and another one runs. */
  void restarted(String pod, String terminationMessage) {
    var running =
        client
            .pods()
            .inNamespace(NAMESPACE)
            .withName(pod)
            .get()
            .edit()
            .editStatus()
            .addNewContainerStatus()
            .withName(WorkerPod.CONTAINER)
            .withReady(false)
            .withRestartCount(1)
            .withNewState()
            .withNewRunning("2026-01-01T00:00:00Z")
            .endState()
            .withNewLastState()
            .withNewTerminated()
            .withExitCode(137)
            .withMessage(terminationMessage)
            .endTerminated()
            .endLastState()
            .endContainerStatus()
            .endStatus()
            .build();
    client.resource(running).updateStatus();
  }

  List<Event> events(String pipeline) {
    return client.v1().events().inNamespace(NAMESPACE).list().getItems().stream()
        .filter(event -> pipeline.equals(event.getInvolvedObject().getName()))
        .toList();
  }

  @Override
  public void close() {
    client.close();
    server.destroy();
  }
}
