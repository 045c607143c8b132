package io.hamstring.samples.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hamstring.api.v1alpha1.ScalingStatus;
import io.hamstring.operator.symptom.Tempo;
import io.hamstring.samples.runtime.LocalCluster;
import io.hamstring.samples.runtime.Session;
import io.hamstring.samples.runtime.WorkerProgram;
import io.hamstring.worker.WorkerMain;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
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

  @TempDir static Path folder;

  private static LocalCluster cluster;
  private static Admin admin;
  private static Stage growing;
  private static Stage shown;
  private static Stage scaledByOthers;

  @BeforeAll
  static void startEverythingAtOnce() throws Exception {
    var samples = Session.samplesFolder();
    var command =
        WorkerProgram.command(
            samples,
            WorkerMain.class.getName(),
            List.of(samples.resolve("target").resolve("test-classes")));
    cluster =
        LocalCluster.start(
            folder,
            command,
            pods -> pods,
            operator -> operator.sweepingEvery(Duration.ofSeconds(1)).believing(new Tempo(6)));
    admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrapServers()));
    growing = stage("growing").create(SCALED.formatted(""));
    shown = stage("shown").create(SCALED.formatted(", dryRun: true"));
    scaledByOthers = stage("byhand").create("stage: {replicas: null}");
  }

  private static Stage stage(String name) {
    return new Stage(cluster, admin, name);
  }

  @AfterAll
  static void stop() {
    if (admin != null) {
      admin.close();
    }
    if (cluster != null) {
      cluster.close();
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
    eventually(
        () ->
            assertThat(growing.pipeline().getStatus().getStages().get(0).getWorkers())
                .isEqualTo("2/2"));
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
    eventually(
        () ->
            assertThat(scaledByOthers.pipeline().getStatus().getStages().get(0).getWorkers())
                .isEqualTo("2/2"));

    assertThat(replicas(scaledByOthers)).isEqualTo(2);
    assertThat(scaledByOthers.deployment().getMetadata().getManagedFields())
        .filteredOn(entry -> entry.getManager().equals("hamstring-operator"))
        .noneMatch(
            entry ->
                entry.getFieldsV1().getAdditionalProperties().get("f:spec") instanceof Map<?, ?> own
                    && own.containsKey("f:replicas"));
  }
}
