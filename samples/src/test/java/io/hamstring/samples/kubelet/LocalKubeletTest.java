package io.hamstring.samples.kubelet;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.hamstring.broker.ChildProcess;
import io.hamstring.samples.apiserver.LocalApiServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Deployments as real processes, seen through the API. */
class LocalKubeletTest {

  private static final int PORT = 8080;

  @TempDir static Path folder;
  private static LocalApiServer api;
  private static KubernetesClient client;
  private static LocalKubelet kubelet;

  @BeforeAll
  static void start() {
    api = LocalApiServer.start();
    client = api.client();
    kubelet = LocalKubelet.start(client, KubeletSettings.of(folder, ChildImage::entryPoint));
    api.logsFrom(kubelet);
  }

  @AfterAll
  static void end() {
    kubelet.close();
    client.close();
    api.close();
  }

  @BeforeEach
  void configure() {
    client.resource(TestDeployment.settings()).create();
  }

  @AfterEach
  void clean() {
    client.apps().deployments().delete();
    client.configMaps().delete();
    soon().until(() -> kubelet.pods().isEmpty());
  }

  @Test
  void aDeploymentHasAsManyReadyPodsAsItSays() {
    client.resource(TestDeployment.of(2)).create();
    soon().until(() -> readyReplicas() == 2);
    var addresses =
        pods().stream().map(pod -> pod.getStatus().getPodIP()).collect(Collectors.toSet());

    client.apps().deployments().withName("workers").scale(1);

    assertThat(addresses).hasSize(2).allMatch(address -> address.startsWith("127.0."));
    soon().until(() -> pods().size() == 1 && kubelet.workers("default", "tester").size() == 1);
  }

  @Test
  void aProcessSeesItsConfigurationAndItsPod() throws Exception {
    client.resource(TestDeployment.of(1)).create();
    soon().until(() -> readyReplicas() == 1);
    var pod = onlyPod();

    assertThat(get(pod, "/config")).isEqualTo("size: 1");
    assertThat(client.pods().resource(pod).getLog())
        .contains("boot 1 of " + pod.getMetadata().getName());
  }

  @Test
  void aKilledProcessIsRestartedInItsPodAndItsLastMessageIsKept() {
    client.resource(TestDeployment.of(1)).create();
    soon().until(() -> readyReplicas() == 1);
    var name = onlyPod().getMetadata().getName();

    kubelet.kill("default", name);

    soon().until(() -> worker().getRestartCount() == 1 && worker().getReady());
    var last = worker().getLastState().getTerminated();
    assertThat(onlyPod().getMetadata().getName()).isEqualTo(name);
    assertThat(last.getExitCode()).isEqualTo(137);
    assertThat(last.getSignal()).isEqualTo(9);
    assertThat(last.getMessage()).isEqualTo("boot 1");
  }

  @Test
  void aProcessThatExitsTellsItsCode() throws Exception {
    client.resource(TestDeployment.of(1)).create();
    soon().until(() -> readyReplicas() == 1);

    get(onlyPod(), "/exit?3");

    soon().until(() -> worker().getRestartCount() == 1);
    assertThat(worker().getLastState().getTerminated().getExitCode()).isEqualTo(3);
    assertThat(worker().getLastState().getTerminated().getReason()).isEqualTo("Error");
  }

  @Test
  void aFrozenProcessBecomesUnready() {
    client.resource(TestDeployment.of(1)).create();
    soon().until(() -> readyReplicas() == 1);
    var name = onlyPod().getMetadata().getName();

    kubelet.pause("default", name);
    soon().until(() -> !worker().getReady());
    kubelet.resume("default", name);

    soon().until(() -> worker().getReady());
    assertThat(worker().getRestartCount()).isZero();
  }

  @Test
  void aNewTemplateReplacesPodsOneAtATime() {
    client.resource(TestDeployment.of(2)).create();
    soon().until(() -> readyReplicas() == 2);
    var old = names();
    var fewestReady = new int[] {2};

    client
        .apps()
        .deployments()
        .withName("workers")
        .edit(
            live ->
                new DeploymentBuilder(live)
                    .editSpec()
                    .editTemplate()
                    .editMetadata()
                    .addToAnnotations("settings", "other")
                    .endMetadata()
                    .endTemplate()
                    .endSpec()
                    .build());

    soon()
        .until(
            () -> {
              fewestReady[0] = Math.min(fewestReady[0], readyReplicas());
              var left = new HashSet<>(names());
              left.retainAll(old);
              return left.isEmpty() && readyReplicas() == 2;
            });
    assertThat(fewestReady[0]).isEqualTo(1);
  }

  @Test
  void aPausedDeploymentKeepsItsTemplateButFollowsItsReplicas() {
    client.resource(TestDeployment.of(1)).create();
    soon().until(() -> readyReplicas() == 1);
    var hash = onlyPod().getMetadata().getLabels().get(DeploymentController.TEMPLATE_HASH);

    client
        .apps()
        .deployments()
        .withName("workers")
        .edit(
            live ->
                new DeploymentBuilder(live)
                    .editSpec()
                    .withPaused(true)
                    .withReplicas(2)
                    .editTemplate()
                    .editMetadata()
                    .addToAnnotations("settings", "other")
                    .endMetadata()
                    .endTemplate()
                    .endSpec()
                    .build());

    soon().until(() -> readyReplicas() == 2);
    assertThat(pods())
        .allMatch(
            pod ->
                hash.equals(pod.getMetadata().getLabels().get(DeploymentController.TEMPLATE_HASH)));
  }

  @Test
  void aProcessThatDoesNotEndIsKilledAfterItsGracePeriod() {
    var deaf =
        new DeploymentBuilder(TestDeployment.of(1))
            .editSpec()
            .editTemplate()
            .editSpec()
            .editFirstContainer()
            .addNewEnv()
            .withName("DEAF")
            .withValue("true")
            .endEnv()
            .endContainer()
            .endSpec()
            .endTemplate()
            .endSpec()
            .build();
    client.resource(deaf).create();
    soon().until(() -> readyReplicas() == 1);
    var process = ProcessHandle.of(kubelet.pods().get(0).pid().orElseThrow()).orElseThrow();

    client.apps().deployments().withName("workers").delete();

    soon().until(() -> pods().isEmpty());
    assertThat(process.isAlive()).isFalse();
  }

  @Test
  void aPodWithoutItsConfigurationWaitsForIt() {
    client.configMaps().delete();
    client.resource(TestDeployment.of(1)).create();
    soon().until(() -> waitingReason().filter("CreateContainerConfigError"::equals).isPresent());

    configure();

    soon().until(() -> readyReplicas() == 1);
  }

  @Test
  void whatADeletedPodLeavesIsOnlyItsLog() {
    client.resource(TestDeployment.of(1)).create();
    soon().until(() -> readyReplicas() == 1);
    var pod = onlyPod();
    var log = kubelet.pods().get(0).log();

    client.apps().deployments().delete();

    soon().until(() -> kubelet.pods().isEmpty());
    assertThat(folder.resolve("pods").resolve(pod.getMetadata().getUid())).doesNotExist();
    assertThat(Files.exists(log)).isTrue();
  }

  @Test
  void aProcessDiesWithTheJvmThatStartedIt() throws Exception {
    var parent =
        ChildProcess.start(
            new ProcessBuilder(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx128m",
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    System.getProperty("java.class.path"),
                    KubeletParent.class.getName(),
                    folder.resolve("parent").toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD));
    var process = ProcessHandle.of(lastLineAsPid(parent)).orElseThrow();

    parent.kill();

    process.onExit().get(60, SECONDS);
    assertThat(process.isAlive()).isFalse();
  }

  private static long lastLineAsPid(ChildProcess parent) throws IOException {
    var reader = new BufferedReader(new InputStreamReader(parent.output(), StandardCharsets.UTF_8));
    var line = reader.readLine();
    while (line != null && !line.matches("\\d+")) {
      line = reader.readLine();
    }
    assertThat(line).as("the parent ended before its pod was ready").isNotNull();
    return Long.parseLong(line);
  }

  private static Optional<String> waitingReason() {
    return pods().stream()
        .flatMap(pod -> pod.getStatus().getContainerStatuses().stream())
        .filter(status -> status.getState().getWaiting() != null)
        .map(status -> status.getState().getWaiting().getReason())
        .findFirst();
  }

  private static ConditionFactory soon() {
    return await().atMost(60, SECONDS);
  }

  private static int readyReplicas() {
    return Optional.ofNullable(client.apps().deployments().withName("workers").get().getStatus())
        .map(status -> status.getReadyReplicas())
        .orElse(0);
  }

  private static List<Pod> pods() {
    return client.pods().withLabel("app", "workers").list().getItems();
  }

  private static List<String> names() {
    return pods().stream().map(pod -> pod.getMetadata().getName()).toList();
  }

  private static Pod onlyPod() {
    assertThat(pods()).hasSize(1);
    return pods().get(0);
  }

  private static ContainerStatus worker() {
    return onlyPod().getStatus().getContainerStatuses().get(0);
  }

  private static String get(Pod pod, String path) throws IOException, InterruptedException {
    var uri = URI.create("http://" + pod.getStatus().getPodIP() + ":" + PORT + path);
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
        .body();
  }
}
