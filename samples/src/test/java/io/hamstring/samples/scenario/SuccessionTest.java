package io.hamstring.samples.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.hamstring.api.v1alpha1.HamstringPipeline;
import io.hamstring.operator.OperatorMain;
import io.hamstring.samples.apiserver.LocalApiServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Operators as processes of their own that take turns. */
class SuccessionTest {

  private static final String DEFINITION =
      "/io/hamstring/api/hamstringpipelines.hamstring.io-v1.yml";

  private static final Duration SOON = Duration.ofSeconds(90);
  private static final int TERMINATED = 143;

  @TempDir private Path folder;

  private final List<Process> processes = new ArrayList<>();
  private LocalApiServer api;
  private KubernetesClient client;

  @BeforeEach
  void startApi() throws IOException {
    api = LocalApiServer.start();
    try (var definition = SuccessionTest.class.getResourceAsStream(DEFINITION)) {
      api.register(definition);
    }
    client = api.client();
  }

  @AfterEach
  void stop() {
    processes.forEach(Process::destroyForcibly);
    client.close();
    api.close();
  }

  private Process operator(String name) throws IOException {
    var builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx128m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            OperatorMain.class.getName());
    builder
        .environment()
        .putAll(
            Map.of(
                "KUBECONFIG",
                api.kubeconfig(folder.resolve("kubeconfig")).toString(),
                "HAMSTRING_WORKER_IMAGE",
                "worker:test",
                "HAMSTRING_HTTP_ADDRESS",
                "127.0.0.1",
                "HAMSTRING_HTTP_PORT",
                "0",
                "HAMSTRING_POD_NAMESPACE",
                "default",
                "HAMSTRING_POD_NAME",
                name));
    var process =
        builder
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve(name + ".log").toFile())
            .start();
    processes.add(process);
    return process;
  }

  private static void eventually(ThrowingRunnable assertion) {
    await().atMost(SOON).ignoreExceptions().untilAsserted(assertion);
  }

  private Lease lease() {
    return client.leases().inNamespace("default").withName("hamstring-operator").get();
  }

  private void leads(String name) {
    eventually(() -> assertThat(lease().getSpec().getHolderIdentity()).isEqualTo(name));
  }

  private void create() {
    var pipeline = new GenericKubernetesResource();
    pipeline.setApiVersion("hamstring.io/v1alpha1");
    pipeline.setKind("HamstringPipeline");
    pipeline.setMetadata(new ObjectMetaBuilder().withNamespace("default").withName("dns").build());
    pipeline.setAdditionalProperty(
        "spec",
        client
            .getKubernetesSerialization()
            .unmarshal(
                """
                kafka: {bootstrapServers: '127.0.0.1:1'}
                stages: [{name: a, type: alerter, inputs: {topics: [in]}, replicas: 1}]
                """,
                Map.class));
    client.resource(pipeline).create();
  }

  private void edit(int replicas) {
    client
        .resources(HamstringPipeline.class)
        .inNamespace("default")
        .withName("dns")
        .patch(
            PatchContext.of(PatchType.JSON),
            "[{\"op\":\"replace\",\"path\":\"/spec/stages/0/replicas\",\"value\":%d}]"
                .formatted(replicas));
  }

  private void isApplied(int replicas) {
    eventually(
        () ->
            assertThat(
                    client
                        .apps()
                        .deployments()
                        .inNamespace("default")
                        .withName("dns-a")
                        .get()
                        .getSpec()
                        .getReplicas())
                .isEqualTo(replicas));
  }

  @Test
  void oneThatIsToldToStopEndsAtOnceAndTheNextOneGoesOn() throws Exception {
    var one = operator("one");
    leads("one");
    create();
    isApplied(1);
    operator("two");

    one.destroy();

    assertThat(one.waitFor(20, TimeUnit.SECONDS)).as("it ends within its grace period").isTrue();
    assertThat(one.exitValue()).isEqualTo(TERMINATED);
    leads("two");
    edit(3);
    isApplied(3);
  }

  @Test
  void oneThatLosesItsLeaseWritesNothingMore() throws Exception {
    var one = operator("one");
    leads("one");

    client
        .leases()
        .inNamespace("default")
        .withName("hamstring-operator")
        .patch(
            PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":{\"holderIdentity\":\"another\"}}");

    assertThat(one.waitFor(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(one.exitValue()).isEqualTo(1);
    assertThat(lease().getSpec().getHolderIdentity()).isEqualTo("another");
  }
}
