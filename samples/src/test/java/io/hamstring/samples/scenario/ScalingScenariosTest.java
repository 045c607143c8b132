package io.hamstring.samples.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hamstring.api.v1alpha1.ScalingStatus;
import io.hamstring.operator.symptom.Tempo;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How many workers a stage has, with real workers and a real broker. What takes minutes in a
 * cluster takes a sixth of it here.
 */
class ScalingScenariosTest {

  private static final String SCALED =
      "stage: {replicas: null, autoscaling: {minReplicas: 1, maxReplicas: 2, targetDrain: 10s%s}}";

  private static final Duration LONGER_THAN_A_WORKER_TAKES_TO_BE_REPLACED = Duration.ofSeconds(30);

  @TempDir static Path folder;

  private static Scene scene;
  private static Stage growing;
  private static Stage shown;
  private static Stage scaledByOthers;
  private static Stage rolled;

  @BeforeAll
  static void startEverythingAtOnce() throws Exception {
    scene = Scene.start(folder, new Tempo(6));
    growing = stage("growing").create(SCALED.formatted(""));
    shown = stage("shown").create(SCALED.formatted(", dryRun: true"));
    scaledByOthers = stage("byhand").create("stage: {replicas: null}");
    rolled = stage("rolled").create("stage: {replicas: 2}", "timeouts: {shutdown: 5s}");
  }

  private static Stage stage(String name) {
    return scene.stage(name);
  }

  @AfterAll
  static void stop() {
    if (scene != null) {
      scene.close();
    }
  }

  private static void eventually(ThrowingRunnable assertion) {
    await()
        .atMost(Duration.ofMinutes(3))
        .pollInterval(Duration.ofMillis(250))
        .untilAsserted(assertion);
  }

  private static ScalingStatus scaling(Stage stage) {
    return stage.pipeline().getStatus().getStages().get(0).getScaling();
  }

  private static String workers(Stage stage) {
    return stage.pipeline().getStatus().getStages().get(0).getWorkers();
  }

  private static Integer replicas(Stage stage) {
    return stage.deployment().getSpec().getReplicas();
  }

  /** A minute of work for one worker in each of the two partitions. */
  private static void feedMoreThanOneWorkerCanDo(Stage stage) {
    stage.isWell("TopicMissing");
    for (int partition = 0; partition < 2; partition++) {
      stage.feed(partition, Collections.nCopies(3000, "wait:20").stream());
    }
  }

  @Test
  void aBacklogBringsAnotherWorker() {
    feedMoreThanOneWorkerCanDo(growing);

    eventually(() -> assertThat(replicas(growing)).isEqualTo(2));
    eventually(() -> assertThat(workers(growing)).isEqualTo("2/2"));
    assertThat(scaling(growing).getReplicas()).isEqualTo(2);
  }

  @Test
  void aDryRunOnlySaysSo() {
    feedMoreThanOneWorkerCanDo(shown);

    eventually(() -> assertThat(scaling(shown).getReplicas()).isEqualTo(2));

    assertThat(scaling(shown).getReason()).isIn("LoadGrew", "FitsTheLoad");
    assertThat(scaling(shown).getMessage()).contains("records/s arrive", "2 of 1 to 2");
    assertThat(replicas(shown)).isIn(null, 1);
    assertThat(shown.pods()).hasSize(1);
  }

  /** Its mark of where it starts is committed: what counts is that it gets through a batch. */
  @Test
  void aWorkerThatGetsThroughNothingHaltsItsRolloutUntilTheSpecIsMended() {
    rolled.isWell("TopicMissing");
    eventually(() -> assertThat(workers(rolled)).isEqualTo("2/2"));
    feedMoreThanOneWorkerCanDo(rolled);
    var before = rolled.pods();
    rolled.edit("stage: {config: {stuck: true}}");

    rolled.says(
        "Progressing",
        "True",
        "RolloutHalted",
        "rollout halted: the new worker",
        "has committed nothing while records wait in rolled-in-");
    await()
        .during(LONGER_THAN_A_WORKER_TAKES_TO_BE_REPLACED)
        .atMost(LONGER_THAN_A_WORKER_TAKES_TO_BE_REPLACED.multipliedBy(2))
        .untilAsserted(
            () ->
                assertThat(rolled.pods()).as("an old one works on").containsAnyElementsOf(before));

    rolled.edit("stage: {config: {stuck: false}}");
    rolled.says("Progressing", "False", "Settled");
    // A rollout is done, as for kubectl, while the last of its old pods still stops.
    eventually(() -> assertThat(rolled.pods()).hasSize(2).doesNotContainAnyElementsOf(before));
  }

  @Test
  void whatSomebodyElseScaledStaysOverARollout() {
    scaledByOthers.isWell("TopicMissing");
    scaledByOthers
        .client()
        .apps()
        .deployments()
        .inNamespace(Stage.NAMESPACE)
        .withName("byhand-work")
        .scale(2);
    scaledByOthers.edit("stage: {template: {env: [{name: A, value: b}]}}");

    eventually(
        () ->
            assertThat(scaledByOthers.pipeline().getStatus().getObservedGeneration()).isEqualTo(2));
    eventually(() -> assertThat(workers(scaledByOthers)).isEqualTo("2/2"));

    assertThat(replicas(scaledByOthers)).isEqualTo(2);
    assertThat(scaledByOthers.deployment().getMetadata().getManagedFields())
        .filteredOn(entry -> entry.getManager().equals("hamstring-operator"))
        .noneMatch(
            entry ->
                entry.getFieldsV1().getAdditionalProperties().get("f:spec") instanceof Map<?, ?> own
                    && own.containsKey("f:replicas"));
  }
}
