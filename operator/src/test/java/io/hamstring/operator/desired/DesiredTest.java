package io.hamstring.operator.desired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.hamstring.contract.settings.ConfigDocument;
import io.hamstring.contract.settings.WorkerSettings.Timeouts;
import io.hamstring.operator.spec.Pipeline;
import io.hamstring.operator.spec.PipelineIdentity;
import io.hamstring.operator.spec.SpecResolver;
import io.hamstring.operator.spec.Specs;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the objects of a pipeline hold, and what makes them change. */
class DesiredTest {

  private static final WorkerImage IMAGE = WorkerImage.of("hamstring-worker:test");
  private static final String HASH = "hamstring.io/config-hash";
  private static final String LABEL_VALUE = "[a-z0-9A-Z]([-a-z0-9A-Z_.]{0,61}[a-z0-9A-Z])?";

  @Test
  void theSameSpecGivesTheSameText() {
    var serialization = new KubernetesSerialization();

    var first = serialization.asYaml(Desired.of(resolved(Specs.GOOD), IMAGE));
    var second = serialization.asYaml(Desired.of(resolved(Specs.GOOD), IMAGE));

    assertThat(first).isEqualTo(second);
  }

  @ParameterizedTest(name = "{0} = {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          /batch/size            | 51                              | true
          /stages/4/config       | {threshold: 0.6}                | true
          /batch/stages          | {detect: {size: 3}}             | true
          /batch/stages          | {detector: {size: 10}, alerter: {size: 7}} | false
          /timeouts/shutdown     | 31s                             | true
          /kafka/producerConfig  | {compression.type: zstd}        | true
          /stages/4/replicas     | 5                               | false
          /stages/4/template     | {nodeSelector: {disk: fast}}    | false
          /suspend               | true                            | false
          /guard                 | {enabled: false}                | false
          """)
  void theHashChangesExactlyWhenTheConfigurationDoes(
      String pointer, String value, boolean changes) {
    var before = deployment(resolved(Specs.GOOD), "detect");

    var after = deployment(Specs.with(pointer, value).pipeline().orElseThrow(), "detect");

    assertThat(!hash(after).equals(hash(before))).isEqualTo(changes);
  }

  @Test
  void replicasAreLeftOutWhenOthersDecide() {
    var pipeline = Specs.with("/stages/4/replicas", "3").pipeline().orElseThrow();

    assertThat(deployment(pipeline, "detect").getSpec().getReplicas()).isEqualTo(3);
    assertThat(deployment(pipeline, "alert").getSpec().getReplicas()).isNull();
  }

  @Test
  void aScalerStartsFromItsLowerBound() {
    var pipeline =
        Specs.with("/stages/4/autoscaling", "{minReplicas: 2, maxReplicas: 6}")
            .pipeline()
            .orElseThrow();

    assertThat(deployment(pipeline, "detect").getSpec().getReplicas()).isEqualTo(2);
  }

  @Test
  void aStageWithAContainerOfItsOwnRunsItBesideTheWorker() {
    var pipeline =
        Specs.resolve(
                Specs.GOOD.replace(
                    "{name: detect, type: detector,",
                    "{name: detect, type: detector,"
                        + " config: {sidecar: {port: 9000, timeout: 5s}},"
                        + " processor: {container: {image: mine, command: [python3, d.py]}},"))
            .pipeline()
            .orElseThrow();

    var pod = deployment(pipeline, "detect").getSpec().getTemplate().getSpec();

    assertThat(pod.getContainers()).extracting(Container::getName).contains("worker", "processor");
    var sidecar = pod.getContainers().get(1);
    assertThat(sidecar.getImage()).isEqualTo("mine");
    assertThat(sidecar.getEnv())
        .extracting(EnvVar::getName, EnvVar::getValue)
        .containsExactly(tuple("HAMSTRING_SIDECAR_PORT", "9000"));
    assertThat(sidecar.getSecurityContext().getReadOnlyRootFilesystem()).isTrue();
    assertThat(sidecar.getSecurityContext().getCapabilities().getDrop()).containsExactly("ALL");
    assertThat(sidecar.getVolumeMounts())
        .singleElement()
        .satisfies(
            mount ->
                assertThat(pod.getVolumes())
                    .anyMatch(volume -> volume.getName().equals(mount.getName())));
  }

  @Test
  void theWorkerIsToldWhereItsContainerListens() {
    var pipeline =
        Specs.with("/stages/4/processor", "{container: {image: mine}}").pipeline().orElseThrow();

    var config = pipeline.stages().get(4).settings().stage().config();

    assertThat(config).containsEntry("sidecar", Map.of("port", 8090));
  }

  @Test
  void aSuspendedPipelineHasNoWorkers() {
    var pipeline = Specs.with("/suspend", "true").pipeline().orElseThrow();

    assertThat(Desired.of(pipeline, IMAGE).stream().filter(Deployment.class::isInstance))
        .isNotEmpty()
        .allSatisfy(object -> assertThat(((Deployment) object).getSpec().getReplicas()).isZero());
  }

  @Test
  void aRolloutNeverRunsMoreWorkersThanWanted() {
    var rolling = deployment(resolved(Specs.GOOD), "detect").getSpec().getStrategy();

    assertThat(rolling.getRollingUpdate().getMaxSurge().getIntVal()).isZero();
    assertThat(rolling.getRollingUpdate().getMaxUnavailable().getIntVal()).isEqualTo(1);
  }

  @Test
  void aDrainNeverWaitsForAWorkerThatIsNotReady() {
    assertThat(all(resolved(Specs.GOOD), PodDisruptionBudget.class))
        .hasSize(6)
        .allSatisfy(
            budget ->
                assertThat(budget.getSpec().getUnhealthyPodEvictionPolicy())
                    .isEqualTo("AlwaysAllow"));
  }

  @Test
  void aWorkerHasTheTimeThatItsLastCallsMayTake() {
    assertThat(WorkerDeployment.gracePeriod(Timeouts.DEFAULT)).isEqualTo(Duration.ofSeconds(65));
    var odd =
        Specs.with("/timeouts", "{shutdown: 1s500ms, transactionApi: 2s}").pipeline().orElseThrow();
    assertThat(
            deployment(odd, "detect")
                .getSpec()
                .getTemplate()
                .getSpec()
                .getTerminationGracePeriodSeconds())
        .isEqualTo(24);
  }

  @Test
  void aWorkerReadsBackTheSettingsItWasGiven() throws IOException {
    var pipeline =
        Specs.with(
                "/stages/4/config",
                "{a: '1e3', b: 'no', c: '1:30', d: '~', e: ' x', f: '0x1F', g: {z: 1, y: [A, 2.5]},"
                    + " h: \"two\\nlines: #\", i: '2001-01-01', j: true, k: null}")
            .pipeline()
            .orElseThrow();
    var settings = pipeline.stages().get(4).settings();

    var text = RenderedConfig.of(settings).text();
    var document = new ObjectMapper(new YAMLFactory()).readValue(text, Map.class);

    assertThat(ConfigDocument.parse(document, Map.of())).isEqualTo(settings);
  }

  @Test
  void whatATemplateGivesIsMergedIntoThePod() {
    var template =
        """
        {labels: {team: blue}, annotations: {note: hello}, image: 'mine:1', imagePullPolicy: Always,
         imagePullSecrets: [{name: reg}], resources: {limits: {memory: 1Gi}},
         env: [{name: JAVA_TOOL_OPTIONS, value: -Xmx1g}], envFrom: [{secretRef: {name: more}}],
         nodeSelector: {disk: fast}, tolerations: [{key: busy, operator: Exists}],
         affinity: {nodeAffinity: {}}, topologySpreadConstraints: [{maxSkew: 1,
         topologyKey: zone, whenUnsatisfiable: ScheduleAnyway}], priorityClassName: high,
         schedulerName: other, runtimeClassName: gvisor,
         volumes: [{name: models, emptyDir: {}}], volumeMounts: [{name: models, mountPath: /models}],
         podSecurityContext: {runAsUser: 2000}, securityContext: {readOnlyRootFilesystem: false}}
        """;
    var pipeline = Specs.with("/stages/4/template", template).pipeline().orElseThrow();

    var pod = deployment(pipeline, "detect").getSpec().getTemplate();
    var worker = pod.getSpec().getContainers().get(0);

    assertThat(pod.getMetadata().getLabels()).containsEntry("team", "blue").hasSize(5);
    assertThat(pod.getMetadata().getAnnotations()).containsEntry("note", "hello").hasSize(2);
    assertThat(pod.getSpec().getImagePullSecrets().get(0).getName()).isEqualTo("reg");
    assertThat(pod.getSpec().getNodeSelector()).containsEntry("disk", "fast");
    assertThat(pod.getSpec().getTolerations()).hasSize(1);
    assertThat(pod.getSpec().getAffinity().getNodeAffinity()).isNotNull();
    assertThat(pod.getSpec().getTopologySpreadConstraints()).hasSize(1);
    assertThat(pod.getSpec().getPriorityClassName()).isEqualTo("high");
    assertThat(pod.getSpec().getSchedulerName()).isEqualTo("other");
    assertThat(pod.getSpec().getRuntimeClassName()).isEqualTo("gvisor");
    assertThat(pod.getSpec().getVolumes())
        .extracting(volume -> volume.getName())
        .containsExactly("config", "state", "tmp", "models");
    assertThat(pod.getSpec().getSecurityContext().getRunAsUser()).isEqualTo(2000);
    assertThat(pod.getSpec().getSecurityContext().getRunAsNonRoot()).isTrue();
    assertThat(worker.getImage()).isEqualTo("mine:1");
    assertThat(worker.getImagePullPolicy()).isEqualTo("Always");
    assertThat(worker.getResources().getLimits()).containsOnlyKeys("memory");
    assertThat(worker.getEnv()).extracting(EnvVar::getName).contains("JAVA_TOOL_OPTIONS");
    assertThat(worker.getEnvFrom()).hasSize(1);
    assertThat(worker.getVolumeMounts()).hasSize(4);
    assertThat(worker.getSecurityContext().getReadOnlyRootFilesystem()).isFalse();
    assertThat(worker.getSecurityContext().getAllowPrivilegeEscalation()).isFalse();
  }

  @Test
  void theImagesOwnPullSecretsReachThePods() {
    var image = new WorkerImage("registry.example/worker:1", "IfNotPresent", List.of("reg"));

    var pod =
        Desired.of(resolved(Specs.GOOD), image).stream()
            .filter(Deployment.class::isInstance)
            .map(object -> ((Deployment) object).getSpec().getTemplate().getSpec())
            .findFirst()
            .orElseThrow();

    assertThat(pod.getImagePullSecrets().get(0).getName()).isEqualTo("reg");
    assertThat(pod.getContainers().get(0).getImagePullPolicy()).isEqualTo("IfNotPresent");
  }

  @Test
  void everyPodMeetsTheRestrictedStandard() {
    for (var deployment : all(resolved(Specs.GOOD), Deployment.class)) {
      var pod = deployment.getSpec().getTemplate().getSpec();
      assertThat(pod.getSecurityContext().getRunAsNonRoot()).isTrue();
      assertThat(pod.getSecurityContext().getRunAsUser()).isPositive();
      assertThat(pod.getSecurityContext().getSeccompProfile().getType())
          .isEqualTo("RuntimeDefault");
      assertThat(pod.getAutomountServiceAccountToken()).isFalse();
      for (Container container : pod.getContainers()) {
        assertThat(container.getSecurityContext().getAllowPrivilegeEscalation()).isFalse();
        assertThat(container.getSecurityContext().getCapabilities().getDrop())
            .containsExactly("ALL");
      }
    }
  }

  /** An API server refuses to change a selector, so nothing in it may ever change. */
  @Test
  void selectorsAreMinimalAndMatchTheirPods() {
    for (var deployment : all(resolved(Specs.GOOD), Deployment.class)) {
      var selector = deployment.getSpec().getSelector().getMatchLabels();
      assertThat(selector)
          .containsOnlyKeys(
              "app.kubernetes.io/name",
              "app.kubernetes.io/instance",
              "app.kubernetes.io/component");
      assertThat(deployment.getSpec().getTemplate().getMetadata().getLabels())
          .containsAllEntriesOf(selector);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "payments-fraud-detection-enrichment-pipeline-eu-central-1-prod",
        "payments-fraud-detection-enrichment-pipeline-eu-central-1-prox",
        "a.b.c",
        "x",
        "41-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "45-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "46-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "52-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "63-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "64-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
      })
  void namesAndLabelsStayLegalHoweverLongThePipelinesIs(String name) {
    assertLegal(named(name));
  }

  @Test
  void namesAndLabelsOfTheLongestPipelineAreLegalToo() {
    assertLegal(named("y".repeat(253)));
  }

  @Test
  void longNamesThatDifferAtTheEndStayApart() {
    var prefix = "payments-fraud-detection-enrichment-pipeline-eu-central-1-pro";

    var names = new HashSet<>(names(named(prefix + "d")));
    names.retainAll(names(named(prefix + "x")));

    assertThat(names).isEmpty();
    assertThat(names(named("dns"))).contains("dns-detect", "dns-workers");
  }

  private static void assertLegal(Pipeline pipeline) {
    for (var object : Desired.of(pipeline, IMAGE)) {
      assertThat(object.getMetadata().getName())
          .hasSizeLessThanOrEqualTo(52)
          .matches("[a-z0-9]([-a-z0-9]*[a-z0-9])?");
      assertThat(object.getMetadata().getLabels().values())
          .allSatisfy(value -> assertThat(value).matches(LABEL_VALUE));
      assertThat(object.getMetadata().getOwnerReferences().get(0).getName())
          .isEqualTo(pipeline.name());
      assertThat(object.getMetadata().getAnnotations())
          .containsEntry("hamstring.io/pipeline", pipeline.name());
    }
  }

  private static Pipeline named(String name) {
    var identity = new PipelineIdentity("security", name, "uid", 1);
    return SpecResolver.create().resolve(Specs.tree(Specs.GOOD), identity).pipeline().orElseThrow();
  }

  private static List<String> names(Pipeline pipeline) {
    return Desired.of(pipeline, IMAGE).stream()
        .map(object -> object.getMetadata().getName())
        .toList();
  }

  private static Pipeline resolved(String yaml) {
    return Specs.resolve(yaml).pipeline().orElseThrow();
  }

  private static <T extends HasMetadata> List<T> all(Pipeline pipeline, Class<T> type) {
    return Desired.of(pipeline, IMAGE).stream().filter(type::isInstance).map(type::cast).toList();
  }

  private static Deployment deployment(Pipeline pipeline, String stage) {
    return all(pipeline, Deployment.class).stream()
        .filter(deployment -> deployment.getMetadata().getName().endsWith("-" + stage))
        .findFirst()
        .orElseThrow();
  }

  private static String hash(Deployment deployment) {
    return deployment.getSpec().getTemplate().getMetadata().getAnnotations().get(HASH);
  }
}
