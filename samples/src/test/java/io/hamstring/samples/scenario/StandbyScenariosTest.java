package io.hamstring.samples.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.hamstring.api.v1alpha1.StageStatus;
import io.hamstring.api.v1alpha1.WorkerRoleStatus;
import io.hamstring.operator.symptom.Tempo;
import io.hamstring.samples.kubelet.LocalPod;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A local run of a stage of two workers and one standby, with real workers and a real broker:
 * whatever happens to them, the wanted roles come back, and nothing is left unread.
 */
class StandbyScenariosTest {

  private static final Duration PATIENCE = Duration.ofSeconds(150);
  private static final int PARTITIONS = 4;
  private static final int A_FEW = 100;
  private static final AtomicInteger WRITTEN = new AtomicInteger();

  @TempDir static Path folder;

  private static Scene scene;
  private static Stage stage;

  @BeforeAll
  static void start() throws Exception {
    scene = Scene.start(folder, Tempo.STANDARD);
    stage = scene.stage("warm");
    stage.create(
        "guard: {enabled: true}",
        "kafka: {topics: {partitions: %d, replicationFactor: 1}}".formatted(PARTITIONS),
        "stage: {replicas: 2, standby: 1}");
    settles(2, 1);
  }

  @AfterAll
  static void stop() {
    if (scene != null) {
      scene.close();
    }
  }

  @Test
  void aWorkerAndTheOperatorThatDieTogether() {
    settles(2, 1);
    var victim = podsThatAre("active").get(0);
    write();
    scene.cluster().stopOperator();
    scene.cluster().kubelet().kill(Stage.NAMESPACE, victim);
    write();

    scene.cluster().startOperator();

    settles(2, 1);
    everythingIsReadOnce();
  }

  @Test
  void twoKilledAtOnceAndOneStandby() {
    var standby = podsThatAre("standby").get(0);
    write();
    podsThatAre("active").forEach(pod -> scene.cluster().kubelet().kill(Stage.NAMESPACE, pod));

    await().atMost(PATIENCE).until(() -> podsThatAre("active").contains(standby));
    settles(2, 1);
    everythingIsReadOnce();
  }

  @Test
  void aStandbyThatIsKilledWhileItJoins() {
    var standby = podsThatAre("standby").get(0);
    write();
    scene.cluster().kubelet().kill(Stage.NAMESPACE, podsThatAre("active").get(0));
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(5))
        .until(() -> roleNow(standby).equals(Optional.of("ACTIVE")));
    scene.cluster().kubelet().kill(Stage.NAMESPACE, standby);

    settles(2, 1);
    everythingIsReadOnce();
  }

  @Test
  void moreAreWantedAndFewerAndThenARolloutComes() {
    var standby = podsThatAre("standby").get(0);
    write();
    stage.edit("stage: {replicas: 3}");
    await().atMost(PATIENCE).until(() -> podsThatAre("active").contains(standby));
    settles(3, 1);

    stage.edit("stage: {replicas: 1}");
    settles(1, 1);

    var before = stage.pods();
    var waiting = podsThatAre("standby").get(0);
    stage.edit("stage: {template: {env: [{name: A, value: b}]}}");
    var firstGone = await().atMost(PATIENCE).until(() -> gone(before), gone -> !gone.isEmpty());
    assertThat(firstGone).containsExactly(waiting);
    await().atMost(PATIENCE).until(() -> stage.pods().stream().noneMatch(before::contains));
    settles(1, 1);
    everythingIsReadOnce();

    stage.edit("stage: {replicas: 2}");
    settles(2, 1);
  }

  private List<String> gone(List<String> before) {
    var now = stage.pods();
    return before.stream().filter(pod -> !now.contains(pod)).toList();
  }

  /** Everybody is what is wanted, in the status, in the group and in Kubernetes. */
  private static void settles(int active, int waiting) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(250))
        .ignoreExceptions()
        .untilAsserted(
            () -> {
              var summary = stage.pipeline().getStatus().getSummary();
              assertThat(summary.getWorkers()).isEqualTo(active + "/" + active);
              assertThat(summary.getStandby()).isEqualTo(waiting + "/" + waiting);
              assertThat(podsThatAre("active")).hasSize(active);
              assertThat(podsThatAre("standby")).hasSize(waiting);
              assertThat(stage.pods()).hasSize(active + waiting);
              assertThat(members()).isEqualTo(active);
              assertThat(costs()).hasSize(waiting);
            });
  }

  private static int members() throws Exception {
    return scene
        .admin()
        .describeConsumerGroups(List.of(stage.group()))
        .describedGroups()
        .get(stage.group())
        .get()
        .members()
        .size();
  }

  /** What Kubernetes is told of those that wait. */
  private static List<String> costs() {
    return stage
        .client()
        .pods()
        .inNamespace(Stage.NAMESPACE)
        .withLabel("app.kubernetes.io/instance", stage.name())
        .list()
        .getItems()
        .stream()
        .map(pod -> pod.getMetadata().getAnnotations())
        .flatMap(
            annotations ->
                Stream.ofNullable(annotations.get("controller.kubernetes.io/pod-deletion-cost")))
        .toList();
  }

  private static List<String> podsThatAre(String role) {
    return stage.pipeline().getStatus().getStages().stream()
        .map(StageStatus::getRoles)
        .flatMap(roles -> Stream.ofNullable(roles).flatMap(List::stream))
        .filter(worker -> worker.getRole().equals(role))
        .map(WorkerRoleStatus::getPod)
        .toList();
  }

  private static Optional<String> roleNow(String pod) throws Exception {
    var address =
        scene.cluster().kubelet().workers(Stage.NAMESPACE, "work").stream()
            .filter(worker -> worker.name().equals(pod))
            .map(LocalPod::address)
            .findFirst()
            .orElseThrow();
    try (var answer = URI.create("http://" + address + ":8080/report").toURL().openStream()) {
      return Optional.of(new ObjectMapper().readTree(answer).path("role").asText());
    }
  }

  /** A few records for each partition, each of them another one. */
  private static void write() {
    for (int partition = 0; partition < PARTITIONS; partition++) {
      stage.feed(
          partition, Stream.generate(() -> "record-" + WRITTEN.incrementAndGet()).limit(A_FEW));
    }
  }

  private static void everythingIsReadOnce() {
    write();
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofSeconds(1))
        .until(() -> stage.outputs().size() >= WRITTEN.get());

    assertThat(stage.outputs())
        .containsExactlyInAnyOrderElementsOf(
            IntStream.rangeClosed(1, WRITTEN.get()).mapToObj(n -> "record-" + n).toList());
  }
}
