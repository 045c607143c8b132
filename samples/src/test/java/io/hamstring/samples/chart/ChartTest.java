package io.hamstring.samples.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.marcnuri.helm.Helm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The chart as Helm 3 renders it, over the values that people give. */
class ChartTest {

  private static final Path DEFINITION = Path.of("../crds/hamstringpipelines.hamstring.io-v1.yml");
  private static final Path COPY =
      Chart.FOLDER.resolve("files/hamstringpipelines.hamstring.io-v1.yml");
  private static final Path GOLDEN = Path.of("src/test/resources/io/hamstring/samples/chart");

  private static final String EVERYTHING =
      Chart.MONITORED
          + """
          replicaCount: 2
          image: {repository: registry.example/operator, digest: "sha256:%1$s"}
          worker: {image: {repository: registry.example/worker, tag: "1.0", pullPolicy: Always}}
          imagePullSecrets: [{name: one}, {name: two}]
          serviceAccount: {annotations: {example.org/role: reader}}
          rbac: {secrets: {security: [kafka-ca]}}
          env: {EXAMPLE_LIMIT: 1800000, EXAMPLE_SHARE: 0.5, EXAMPLE_WORD: yes-and-no}
          envValueFrom: {EXAMPLE_KEY: {secretKeyRef: {name: example, key: word}}}
          javaOptions: [-XX:+HeapDumpOnOutOfMemoryError, -XX:HeapDumpPath=/tmp]
          commonLabels: {team: security}
          commonAnnotations: {example.org/owner: someone}
          podLabels: {tier: control}
          podAnnotations: {example.org/scrape: "no"}
          priorityClassName: system-cluster-critical
          nodeSelector: {kubernetes.io/os: linux}
          tolerations: [{key: control, operator: Exists}]
          affinity: {nodeAffinity: {}}
          topologySpreadConstraints:
            - {maxSkew: 1, topologyKey: topology.kubernetes.io/zone, whenUnsatisfiable: DoNotSchedule}
          extraVolumes: [{name: more, emptyDir: {}}]
          extraVolumeMounts: [{name: more, mountPath: /more}]
          networkPolicy:
            enabled: true
            metricsFrom: [{namespaceSelector: {matchLabels: {name: monitoring}}}]
            egress: [{ports: [{port: 9092, protocol: TCP}]}]
          test: {bootstrapServers: "kafka:9092"}
          """
              .formatted("0123456789abcdef".repeat(4));

  private static final String NAMESPACED = "watchNamespaces: [a, b, a]\n";

  @TempDir private Path folder;

  static Stream<String> matrix() {
    var scopes = List.of("", NAMESPACED);
    var settings =
        List.of(
            "",
            EVERYTHING,
            "leaderElection: 'on'",
            "{replicaCount: 3, leaderElection: 'off', podDisruptionBudget: {maxUnavailable: 50%}}",
            "{rbac: {create: false}, serviceAccount: {create: false}}",
            "serviceAccount: {name: another}",
            "{fullnameOverride: " + "n".repeat(70) + ", networkPolicy: {enabled: true}}",
            "{nameOverride: other, metrics: {serviceMonitor: {enabled: true}}}",
            "{podSecurityContext: {runAsNonRoot: true}, resources: {limits: {cpu: 1}}}",
            "test: {bootstrapServers: 'kafka:9092'}",
            "crds: {keep: false}",
            "{webhook: {enabled: true}, networkPolicy: {enabled: true}}",
            "metrics: {podMonitor: {enabled: true, labels: {release: prometheus}}}");
    return scopes.stream()
        .flatMap(scope -> settings.stream().map(more -> flow(scope) + "\n" + flow(more)));
  }

  // Values in flow style become a document that others can be joined to.
  private static String flow(String values) {
    return values.startsWith("{") ? block(values) : values;
  }

  private static String block(String values) {
    try {
      return Chart.YAML.writeValueAsString(Chart.YAML.readTree(values)).replace("---\n", "");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void lintFindsNothing() {
    var result = new Helm(Chart.FOLDER).lint().strict().call();

    assertThat(result.isFailed()).as("%s", result.getMessages()).isFalse();
  }

  @ParameterizedTest
  @MethodSource("matrix")
  void whateverIsAskedForEveryObjectHasItsShape(String values) {
    var rendered = Chart.rendered(values);

    assertThat(rendered).doesNotContainPattern("[0-9]e\\+").doesNotContain("<no value>");
    for (var object : Chart.objects(rendered)) {
      var model = Shapes.strict(object);
      assertThat(model.getMetadata().getName()).matches("[a-z0-9]([-.a-z0-9]{0,61}[a-z0-9])?");
      assertThat(model.getMetadata().getLabels()).allSatisfy(ChartTest::isLabel);
      if (object.path("kind").asText().startsWith("Cluster")
          || object.path("kind").asText().startsWith("ValidatingWebhook")
          || object.path("kind").asText().startsWith("Custom")) {
        assertThat(object.at("/metadata/namespace").isMissingNode()).isTrue();
      } else {
        assertThat(model.getMetadata().getNamespace()).isIn("ops", "a", "b", "security");
      }
    }
  }

  private static void isLabel(String key, String value) {
    assertThat(value).matches("([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?");
  }

  @ParameterizedTest
  @CsvSource({"default", "namespaced", "everything"})
  void whatIsRenderedIsWhatIsCheckedIn(String name) throws IOException {
    var values =
        Map.of("default", "", "namespaced", NAMESPACED, "everything", EVERYTHING).get(name);
    var rendered =
        Chart.objects(Chart.rendered(values + "\n" + Chart.WITHOUT_DEFINITION)).stream()
            .filter(object -> !object.path("kind").asText().equals("PrometheusRule"))
            .filter(object -> !object.path("kind").asText().equals("ConfigMap"))
            .map(Chart::text)
            .collect(Collectors.joining());
    var golden = GOLDEN.resolve(name + ".yaml");
    if (Boolean.getBoolean("hamstring.renew")) {
      Files.createDirectories(GOLDEN);
      Files.writeString(golden, rendered);
    }

    assertThat(rendered)
        .as("samples/%s; if the change is meant, renew with -Dhamstring.renew=true", golden)
        .isEqualTo(Files.readString(golden));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          replicaCont: 2                                   | replicaCont
          replicaCount: "two"                              | replicaCount
          image: {repositry: x}                            | repositry
          image: {digest: abc}                             | digest
          watchNamespaces: a                               | watchNamespaces
          watchNamespaces: [A_b]                           | watchNamespaces
          leaderElection: maybe                            | leaderElection
          httpPort: 70000                                  | httpPort
          httpPort: "8080"                                 | httpPort
          sweepInterval: 5                                 | sweepInterval
          sweepInterval: five                              | sweepInterval
          resources: {limit: {}}                           | limit
          resources: {limits: {cpu: [1]}}                  | cpu
          metrics: {podMonitor: {enable: true}}            | enable
          imagePullSecrets: [reg]                          | imagePullSecrets
          env: {"a b": 1}                                  | a b
          javaOptions: ["-Xmx1g -Xms1g"]                   | javaOptions
          """)
  void whatIsNoValueIsRefusedByName(String values, String named) {
    assertThatThrownBy(() -> Chart.rendered(values))
        .hasMessageContaining("schema")
        .hasMessageContaining(named);
  }

  @ParameterizedTest
  @ValueSource(longs = {999_999, 1_000_000, 1_800_000, 2_147_483_647})
  void largeNumbersStayPlain(long number) {
    var rendered = Chart.rendered("env: {LIMIT: " + number + "}");

    assertThat(variables(rendered)).containsEntry("LIMIT", Long.toString(number));
    assertThat(rendered).doesNotContainPattern("[0-9]e\\+");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "'1'", "500m", "0.5"})
  void aQuantityIsANumberOrAText(String cpu) {
    var deployment =
        Chart.only(Chart.rendered("resources: {limits: {cpu: " + cpu + "}}"), "Deployment");

    assertThat(deployment.at("/spec/template/spec/containers/0/resources/limits/cpu").asText())
        .isEqualTo(cpu.replace("'", ""));
  }

  @Test
  void aParentChartMayPassGlobals() throws IOException {
    var parent = folder.resolve("parent");
    Files.createDirectories(parent.resolve("charts"));
    Files.writeString(parent.resolve("Chart.yaml"), "{apiVersion: v2, name: p, version: 0.1.0}");
    new Helm(Chart.FOLDER).packageIt().withDestination(parent.resolve("charts")).call();

    var rendered =
        Chart.rendered(
            parent, "{global: {a: 1}, hamstring-operator: {enabled: true, replicaCount: 2}}");

    assertThat(Chart.only(rendered, "Deployment").at("/spec/replicas").asInt()).isEqualTo(2);
    assertThatThrownBy(() -> Chart.rendered(parent, "hamstring-operator: {replicaCont: 2}"))
        .hasMessageContaining("replicaCont");
  }

  @Test
  void theDefinitionIsTheOneThatIsGenerated() throws IOException {
    if (Boolean.getBoolean("hamstring.renew")) {
      Files.copy(DEFINITION, COPY, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    }
    assertThat(Files.readString(COPY))
        .as("the chart's copy of crds/; renew with -Dhamstring.renew=true")
        .isEqualTo(Files.readString(DEFINITION));

    var kept = Chart.only(Chart.rendered(""), "CustomResourceDefinition");
    var loose = Chart.only(Chart.rendered("crds: {keep: false}"), "CustomResourceDefinition");

    assertThat(kept.at("/spec")).isEqualTo(definition().at("/spec"));
    assertThat(kept.at("/metadata/annotations/helm.sh~1resource-policy").asText())
        .isEqualTo("keep");
    assertThat(loose.at("/metadata/annotations/helm.sh~1resource-policy").isMissingNode()).isTrue();
    assertThat(Chart.ofKind(Chart.rendered(Chart.WITHOUT_DEFINITION), "CustomResourceDefinition"))
        .isEmpty();
  }

  private static JsonNode definition() throws IOException {
    return Chart.YAML.readTree(Files.readString(DEFINITION));
  }

  @Test
  void selectorsHoldNothingThatAnUpgradeChanges() {
    for (var values : List.of("", EVERYTHING)) {
      var deployment = Chart.only(Chart.rendered(values), "Deployment");
      assertThat(deployment.at("/spec/selector/matchLabels"))
          .hasToString(
              "{\"app.kubernetes.io/name\":\"hamstring-operator\","
                  + "\"app.kubernetes.io/instance\":\"hamstring\"}");
    }
  }

  @Test
  void watchedNamespacesNeedNothingAtClusterScope() {
    var rendered = Chart.rendered(NAMESPACED);

    assertThat(Chart.ofKind(rendered, "ClusterRole")).isEmpty();
    assertThat(Chart.ofKind(rendered, "ClusterRoleBinding")).isEmpty();
    assertThat(Chart.ofKind(rendered, "Role"))
        .extracting(ChartTest::place)
        .containsExactly("a", "b");
    assertThat(Chart.ofKind(rendered, "RoleBinding"))
        .extracting(ChartTest::place)
        .containsExactly("a", "b");
    assertThat(variables(rendered)).containsEntry("HAMSTRING_WATCH_NAMESPACES", "a,b");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "watchNamespaces: [a]", "leaderElection: 'on'"})
  void noRightIsGivenWithAnAsteriskAndNoneOnSecrets(String values) {
    var rules = new ArrayList<JsonNode>();
    for (var object : Chart.objects(Chart.rendered(values))) {
      if (object.path("kind").asText().endsWith("Role")) {
        object.path("rules").forEach(rules::add);
      }
    }

    assertThat(rules).isNotEmpty().noneMatch(rule -> rule.toString().contains("\"*\""));
    assertThat(rules).noneMatch(rule -> rule.path("resources").toString().contains("secrets"));
  }

  @Test
  void secretsAreReadByNameAndOnlyWhereThatWasAskedFor() {
    var named = Chart.rendered("rbac: {secrets: {security: [kafka-ca, dns]}}");
    var role = Chart.only(named, "Role");

    assertThat(place(role)).isEqualTo("security");
    assertThat(role.path("rules"))
        .hasToString(
            "[{\"apiGroups\":[\"\"],\"resources\":[\"secrets\"],"
                + "\"resourceNames\":[\"kafka-ca\",\"dns\"],\"verbs\":[\"get\",\"list\",\"watch\"]}]");
    assertThat(Chart.only(named, "ClusterRole").toString()).doesNotContain("secrets");
    assertThat(Chart.only(Chart.rendered("rbac: {allSecrets: true}"), "ClusterRole").toString())
        .contains(
            "{\"apiGroups\":[\"\"],\"resources\":[\"secrets\"],\"verbs\":[\"get\",\"list\",\"watch\"]}");
  }

  @Test
  void standbysNeedSecretsToBeMadeAndOneToBeRead() {
    var rendered = Chart.rendered("rbac: {standby: true}");

    assertThat(Chart.only(rendered, "ClusterRole").path("rules").toString())
        .contains("{\"apiGroups\":[\"\"],\"resources\":[\"secrets\"],\"verbs\":[\"create\"]}")
        .contains("\"resources\":[\"pods\"],\"verbs\":[\"get\",\"list\",\"watch\",\"patch\"]");
    assertThat(Chart.only(rendered, "Role").path("rules"))
        .hasToString(
            "[{\"apiGroups\":[\"\"],\"resources\":[\"secrets\"],\"verbs\":[\"create\"]},"
                + "{\"apiGroups\":[\"\"],\"resources\":[\"secrets\"],"
                + "\"resourceNames\":[\"hamstring-operator-roles\"],\"verbs\":[\"get\"]}]");
  }

  @Test
  void theWebhookIsAskedByTheNamesThatTheOperatorIsTold() {
    var rendered = Chart.rendered("{watchNamespaces: [a], webhook: {enabled: true}}");
    var configuration = Chart.only(rendered, "ValidatingWebhookConfiguration");
    var variables = variables(rendered);

    assertThat(variables)
        .containsEntry("HAMSTRING_WEBHOOK", "on")
        .containsEntry(
            "HAMSTRING_WEBHOOK_CONFIGURATION", configuration.at("/metadata/name").asText())
        .containsEntry(
            "HAMSTRING_WEBHOOK_SERVICE",
            configuration.at("/webhooks/0/clientConfig/service/name").asText());
    assertThat(Chart.ofKind(rendered, "Service"))
        .anyMatch(
            service ->
                service
                    .at("/metadata/name")
                    .asText()
                    .equals(variables.get("HAMSTRING_WEBHOOK_SERVICE")));
    assertThat(configuration.at("/webhooks/0/namespaceSelector").toString()).contains("[\"a\"]");
    assertThat(Chart.ofKind(Chart.rendered(""), "ValidatingWebhookConfiguration")).isEmpty();
  }

  @Test
  void aLeaseIsAskedForOnlyWhereOneIsUsed() {
    assertThat(Chart.ofKind(Chart.rendered("replicaCount: 2"), "Role"))
        .extracting(role -> role.at("/metadata/name").asText())
        .containsExactly("hamstring-hamstring-operator-lease");
    assertThat(variables(Chart.rendered("replicaCount: 2")))
        .containsEntry("HAMSTRING_LEADER_ELECTION", "on");
    assertThat(variables(Chart.rendered(""))).containsEntry("HAMSTRING_LEADER_ELECTION", "off");
    assertThat(Chart.only(Chart.rendered(""), "Deployment").at("/spec/strategy/type").asText())
        .isEqualTo("Recreate");
  }

  @Test
  void podsMeetTheRestrictedStandardAndCarryThePullSecrets() {
    var rendered =
        Chart.rendered("{imagePullSecrets: [{name: reg}], test: {bootstrapServers: 'k:1'}}");
    var pods = new ArrayList<JsonNode>();
    pods.add(Chart.only(rendered, "Deployment").at("/spec/template/spec"));
    Chart.ofKind(rendered, "Pod").map(pod -> pod.path("spec")).forEach(pods::add);

    assertThat(pods).hasSize(3);
    for (var pod : pods) {
      assertThat(pod.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
      assertThat(pod.at("/securityContext/runAsUser").asInt()).isPositive();
      assertThat(pod.at("/securityContext/seccompProfile/type").asText())
          .isEqualTo("RuntimeDefault");
      assertThat(pod.at("/imagePullSecrets/0/name").asText()).isEqualTo("reg");
      var container = pod.at("/containers/0/securityContext");
      assertThat(container.path("allowPrivilegeEscalation").asBoolean(true)).isFalse();
      assertThat(container.path("readOnlyRootFilesystem").asBoolean()).isTrue();
      assertThat(container.at("/capabilities/drop/0").asText()).isEqualTo("ALL");
      assertThat(pod.path("containers")).hasSize(1);
    }
    assertThat(variables(rendered)).containsEntry("HAMSTRING_WORKER_IMAGE_PULL_SECRETS", "reg");
  }

  @Test
  void theChartSpeaksOfTheVersionThatIsBuilt() throws IOException {
    var chart = Chart.YAML.readTree(Files.readString(Chart.FOLDER.resolve("Chart.yaml")));

    assertThat(Files.readString(Path.of("../pom.xml")))
        .contains("<version>" + chart.path("appVersion").asText() + "</version>");
  }

  private static String place(ObjectNode object) {
    return object.at("/metadata/namespace").asText();
  }

  private static Map<String, String> variables(String rendered) {
    var variables = new java.util.TreeMap<String, String>();
    for (var variable :
        Chart.only(rendered, "Deployment").at("/spec/template/spec/containers/0/env")) {
      variables.put(variable.path("name").asText(), variable.path("value").asText());
    }
    return variables;
  }
}
