package io.hamstring.samples.apiserver;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectRulesReviewBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The API's rules as a client meets them. */
class LocalApiServerTest {

  private static final ResourceDefinitionContext WIDGETS =
      new ResourceDefinitionContext.Builder()
          .withGroup("example.org")
          .withVersion("v1")
          .withKind("Widget")
          .withPlural("widgets")
          .withNamespaced(true)
          .build();

  private static LocalApiServer api;
  private static KubernetesClient client;

  @BeforeAll
  static void start() {
    api = LocalApiServer.start();
    api.register(LocalApiServerTest.class.getResourceAsStream("/widgets-crd.yml"));
    client = api.client();
  }

  @AfterAll
  static void end() {
    client.close();
    api.close();
  }

  @BeforeEach
  void clean() {
    client.configMaps().delete();
    widgets().delete();
  }

  @Test
  void aStaleWriteIsRefused() {
    var created = client.resource(configMap("stale", Map.of("a", "1"))).create();
    var newer = new ConfigMapBuilder(created).addToData("a", "2").build();
    client.resource(newer).update();

    assertThatThrownBy(() -> client.resource(newer).update())
        .isInstanceOfSatisfying(
            KubernetesClientException.class, e -> assertThat(e.getCode()).isEqualTo(409));
  }

  @Test
  void aWriteThatChangesNothingIsNotWritten() {
    var created = client.resource(configMap("same", Map.of("a", "1"))).create();

    var again = client.resource(created).update();

    assertThat(again.getMetadata().getResourceVersion())
        .isEqualTo(created.getMetadata().getResourceVersion());
  }

  @Test
  void anApplierThatDropsAFieldRemovesIt() {
    apply(configMap("dropped", Map.of("a", "1", "b", "2")), "one", false);

    var after = apply(configMap("dropped", Map.of("a", "1")), "one", false);

    assertThat(after.getData()).containsExactly(Map.entry("a", "1"));
  }

  @Test
  void aFieldThatTwoAppliersWantStaysUntilBothDropIt() {
    apply(configMap("shared", Map.of("a", "1", "b", "2")), "one", false);
    apply(configMap("shared", Map.of("b", "2")), "two", false);

    var afterOne = apply(configMap("shared", Map.of("a", "1")), "one", false);
    var afterTwo = apply(configMap("shared", Map.of("c", "3")), "two", false);

    assertThat(afterOne.getData()).containsOnlyKeys("a", "b");
    assertThat(afterTwo.getData()).containsOnlyKeys("a", "c");
  }

  @Test
  void anAppliedFieldOfAnotherOwnerIsAConflictUnlessForced() {
    apply(configMap("disputed", Map.of("a", "1")), "one", false);

    assertThatThrownBy(() -> apply(configMap("disputed", Map.of("a", "2")), "two", false))
        .isInstanceOf(KubernetesClientException.class)
        .hasMessageContaining("conflict");
    assertThat(apply(configMap("disputed", Map.of("a", "2")), "two", true).getData())
        .containsEntry("a", "2");
    assertThat(managers("disputed")).containsExactly("two");
  }

  @Test
  void listItemsAreAppliedByTheirKeys() {
    var yaml =
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: keyed, namespace: default}
        spec:
          selector: {matchLabels: {app: keyed}}
          template:
            metadata: {labels: {app: keyed}}
            spec:
              containers:
                - name: worker
                  image: worker:1
                  env: [{name: A, value: "1"}, {name: B, value: "2"}]
        """;
    var one = deployment(yaml);
    client.resource(one).fieldManager("one").serverSideApply();
    client
        .apps()
        .deployments()
        .withName("keyed")
        .patch(
            PatchContext.of(PatchType.STRATEGIC_MERGE),
            "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"worker\",\"env\":[{\"name\":\"C\",\"value\":\"3\"}]}]}}}}");

    var fewer = deployment(yaml.replace(", {name: B, value: \"2\"}", ""));
    var after = client.resource(fewer).fieldManager("one").serverSideApply();

    var container = after.getSpec().getTemplate().getSpec().getContainers().get(0);
    assertThat(container.getImage()).isEqualTo("worker:1");
    assertThat(container.getEnv()).extracting("name").containsExactly("A", "C");
    client.resource(after).delete();
  }

  @Test
  void statusIsWrittenOnlyByItselfAndLeavesTheGeneration() {
    var created = widgets().resource(widget("apart", 1)).create();
    created.setAdditionalProperty("status", Map.of("seen", 1));
    var updated = widgets().resource(created).update();
    var withStatus = widgets().resource(created).updateStatus();

    assertThat(updated.getAdditionalProperties()).doesNotContainKey("status");
    assertThat(withStatus.getAdditionalProperties()).containsEntry("status", Map.of("seen", 1));
    assertThat(withStatus.getMetadata().getGeneration()).isEqualTo(1);

    var respecified =
        widgets().resource(widget("apart", 2)).patch(PatchContext.of(PatchType.JSON_MERGE));

    assertThat(respecified.getMetadata().getGeneration()).isEqualTo(2);
    assertThat(respecified.getAdditionalProperties()).containsEntry("status", Map.of("seen", 1));
  }

  @Test
  void whatOnlyADeletedObjectOwnedGoesWithIt() {
    var owner = widgets().resource(widget("owner", 1)).create();
    var child = configMap("child", Map.of());
    child.addOwnerReference(owner);
    client.resource(child).create();

    widgets().resource(owner).delete();

    assertThat(client.configMaps().withName("child").get()).isNull();
  }

  @Test
  void aFinalizerHoldsAnObjectUntilItIsRemoved() {
    var held = widget("held", 1);
    held.addFinalizer("example.org/hold");
    widgets().resource(held).create();
    widgets().resource(held).delete();
    var going = widgets().withName("held").get();

    going.removeFinalizer("example.org/hold");
    widgets().resource(going).update();

    assertThat(going.getMetadata().getDeletionTimestamp()).isNotNull();
    assertThat(widgets().withName("held").get()).isNull();
  }

  @Test
  void aWatchWithASelectorSeesObjectsComeAndGo() {
    var events = new ConcurrentLinkedQueue<String>();
    var watch = client.configMaps().withLabel("watched").watch(recorder(events));
    try (watch) {
      var plain = client.resource(configMap("seen", Map.of())).create();
      var labelled =
          new ConfigMapBuilder(plain)
              .editMetadata()
              .addToLabels("watched", "yes")
              .endMetadata()
              .build();
      var shown = client.resource(labelled).update();
      shown.getMetadata().setLabels(Map.of());
      client.resource(shown).update();

      await().atMost(20, SECONDS).until(() -> events.size() >= 2);
    }
    assertThat(events).containsExactly("ADDED seen", "DELETED seen");
  }

  @Test
  void anInformerKeepsUp() {
    try (var informer = client.configMaps().withLabel("kept").inform()) {
      client
          .resource(
              new ConfigMapBuilder(configMap("kept", Map.of()))
                  .editMetadata()
                  .addToLabels("kept", "")
                  .endMetadata()
                  .build())
          .create();

      await().atMost(20, SECONDS).until(() -> informer.getStore().list().size() == 1);
      client.configMaps().withName("kept").delete();
      await().atMost(20, SECONDS).until(() -> informer.getStore().list().isEmpty());
    }
  }

  @Test
  void aClientOfTheKubeconfigWatchesAlthoughThereAreNoWebSockets(@TempDir Path folder) {
    var config = Config.fromKubeconfig(api.kubeconfig(folder.resolve("kubeconfig")).toFile());
    try (var user = new KubernetesClientBuilder().withConfig(config).build();
        var informer = user.configMaps().withLabel("found").inform()) {
      var found = configMap("found", Map.of());
      found.getMetadata().setLabels(Map.of("found", "yes"));
      client.resource(found).create();

      await().atMost(20, SECONDS).until(() -> informer.getStore().list().size() == 1);
    }
  }

  @Test
  void anObjectNeedsANamespaceThatExists() {
    var homeless =
        new ConfigMapBuilder(configMap("homeless", Map.of()))
            .editMetadata()
            .withNamespace("nowhere")
            .endMetadata()
            .build();

    assertThatThrownBy(() -> client.resource(homeless).create())
        .isInstanceOf(KubernetesClientException.class)
        .hasMessageContaining("namespaces \"nowhere\" not found");
  }

  @Test
  void deletingANamespaceDeletesWhatIsInIt() {
    api.createNamespace("passing");
    var inIt =
        new ConfigMapBuilder(configMap("in-it", Map.of()))
            .editMetadata()
            .withNamespace("passing")
            .endMetadata()
            .build();
    client.resource(inIt).create();

    client.namespaces().withName("passing").delete();

    assertThat(client.configMaps().inNamespace("passing").list().getItems()).isEmpty();
  }

  @Test
  void theDefinitionOfPipelinesIsServedAsItIs() throws Exception {
    try (var fresh = LocalApiServer.start();
        var yaml = Files.newInputStream(Path.of("../crds/hamstringpipelines.hamstring.io-v1.yml"));
        var user = fresh.client()) {
      fresh.register(yaml);

      var pipelines =
          new ResourceDefinitionContext.Builder()
              .withGroup("hamstring.io")
              .withVersion("v1alpha1")
              .withKind("HamstringPipeline")
              .withPlural("hamstringpipelines")
              .withNamespaced(true)
              .build();
      assertThat(user.genericKubernetesResources(pipelines).list().getItems()).isEmpty();
      assertThat(user.getApiResources("hamstring.io/v1alpha1").getResources())
          .extracting("name")
          .contains("hamstringpipelines", "hamstringpipelines/status");
    }
  }

  @Test
  void aDryRunStoresNothing() {
    client.resource(configMap("dry", Map.of())).dryRun().create();

    assertThat(client.configMaps().withName("dry").get()).isNull();
  }

  @Test
  void whoeverIsInMayDoEverything() {
    var review =
        client
            .authorization()
            .v1()
            .selfSubjectRulesReview()
            .create(
                new SelfSubjectRulesReviewBuilder()
                    .withNewSpec()
                    .withNamespace("default")
                    .endSpec()
                    .build());

    assertThat(review.getStatus().getResourceRules()).hasSize(1);
  }

  @Test
  void nobodyIsInWithoutTheSecret() throws Exception {
    var answer =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create(api.url()).resolve("/api/v1/pods")).build(),
                HttpResponse.BodyHandlers.ofString());

    assertThat(answer.statusCode()).isEqualTo(404);
  }

  private static Watcher<ConfigMap> recorder(ConcurrentLinkedQueue<String> events) {
    return new Watcher<>() {
      @Override
      public void eventReceived(Action action, ConfigMap configMap) {
        events.add(action + " " + configMap.getMetadata().getName());
      }

      @Override
      public void onClose(WatcherException cause) {
        events.add("closed by " + cause);
      }
    };
  }

  private static ConfigMap apply(ConfigMap configMap, String manager, boolean force) {
    var resource = client.resource(configMap).fieldManager(manager);
    return force ? resource.forceConflicts().serverSideApply() : resource.serverSideApply();
  }

  private static List<String> managers(String name) {
    return client.configMaps().withName(name).get().getMetadata().getManagedFields().stream()
        .map(ManagedFieldsEntry::getManager)
        .toList();
  }

  private static Deployment deployment(String yaml) {
    return Serialization.unmarshal(yaml, Deployment.class);
  }

  private static ConfigMap configMap(String name, Map<String, String> data) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace("default")
        .endMetadata()
        .withData(data)
        .build();
  }

  private static NonNamespaceOperation<
          GenericKubernetesResource,
          GenericKubernetesResourceList,
          Resource<GenericKubernetesResource>>
      widgets() {
    return client.genericKubernetesResources(WIDGETS).inNamespace("default");
  }

  private static GenericKubernetesResource widget(String name, int size) {
    return Serialization.unmarshal(
        """
        apiVersion: example.org/v1
        kind: Widget
        metadata: {name: %s, namespace: default}
        spec: {size: %d}
        """
            .formatted(name, size),
        GenericKubernetesResource.class);
  }
}
