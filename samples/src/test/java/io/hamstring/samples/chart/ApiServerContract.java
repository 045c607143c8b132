package io.hamstring.samples.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.hamstring.api.v1alpha1.HamstringPipeline;
import io.hamstring.operator.HamstringOperator;
import io.hamstring.operator.OperatorSettings;
import io.hamstring.operator.OperatorSettings.Http;
import io.hamstring.operator.OperatorSettings.Leadership;
import io.hamstring.operator.desired.WorkerImage;
import io.hamstring.operator.symptom.Tempo;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * What the operator needs of an API server, held against each kind that it runs with. What a kind
 * cannot do is skipped there.
 */
abstract class ApiServerContract extends DefinitionContract {

  private static final String OPERATOR = "hamstring-operator";

  /** Makes a watch from the first version impossible, where it is not so anyway. */
  abstract void forgetOldVersions();

  private Deployment deployment() {
    return client().apps().deployments().inNamespace(namespace).withName("dns-alerter").get();
  }

  private HamstringOperator operator(KubernetesClient client) {
    return operator(client, Leadership.ALONE);
  }

  private HamstringOperator operator(KubernetesClient client, Leadership leadership) {
    return HamstringOperator.start(
        client,
        new OperatorSettings(
            Set.of(namespace),
            WorkerImage.of("hamstring-worker:test"),
            Duration.ofMillis(500),
            Tempo.STANDARD,
            Http.on("127.0.0.1", 0),
            leadership));
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
  void aWatchFromAVersionThatIsForgottenIsToldSo() {
    create("");
    forgetOldVersions();
    var ended = new CompletableFuture<WatcherException>();

    try (var watch =
        pipelines()
            .inNamespace(namespace)
            .watch(
                new ListOptionsBuilder().withResourceVersion("1").build(),
                new Watcher<>() {
                  @Override
                  public void eventReceived(Action action, HamstringPipeline pipeline) {
                    // Of no interest.
                  }

                  @Override
                  public void onClose(WatcherException cause) {
                    ended.complete(cause);
                  }
                })) {
      assertThat(watch).isNotNull();
      assertThat(ended).succeedsWithin(Duration.ofSeconds(30));
    }

    assertThat(ended.join().isHttpGone()).isTrue();
  }

  @Test
  void anElectedOperatorHoldsTheLeaseAndGivesItBack() {
    try (var operator = operator(client(), Leadership.elected(namespace, "one"))) {
      assertThat(operator.httpPort()).isPresent();
      isHeldBy("one");
    }
    isHeldBy("");

    try (var next = operator(client(), Leadership.elected(namespace, "two"))) {
      assertThat(next.httpPort()).isPresent();
      isHeldBy("two");
    }
  }

  private void isHeldBy(String identity) {
    eventually(() -> assertThat(holder()).contains(identity));
  }

  /** Who holds the lease, "" if it was given back; empty if there is none. */
  private Optional<String> holder() {
    return Optional.ofNullable(client().leases().inNamespace(namespace).withName(OPERATOR).get())
        .map(lease -> Optional.ofNullable(lease.getSpec().getHolderIdentity()).orElse(""));
  }
}
