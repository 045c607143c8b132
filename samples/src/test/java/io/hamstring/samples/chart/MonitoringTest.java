package io.hamstring.samples.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The chart's alerts and dashboards against what operator and worker really export. */
class MonitoringTest {

  private static final Pattern METRIC =
      Pattern.compile("\\b((?:hamstring|operator_sdk|jvm|process)_[a-z0-9_]+)(?=[{\\[)\\s,]|$)");
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\"");
  private static final Path RUNBOOKS = Chart.FOLDER.resolve("README.md");
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir static Path folder;
  private static Exports exports;
  private static String rendered;

  @BeforeAll
  static void start() throws Exception {
    exports = Exports.of(folder);
    rendered = Chart.rendered(Chart.MONITORED + Chart.WITHOUT_DEFINITION);
  }

  @AfterAll
  static void end() throws Exception {
    if (exports != null) {
      exports.close();
    }
  }

  private static List<JsonNode> rules() {
    return Chart.only(rendered, "PrometheusRule").at("/spec/groups").findValues("rules").stream()
        .flatMap(rules -> StreamSupport.stream(rules.spliterator(), false))
        .toList();
  }

  private static List<String> queries() throws IOException {
    var queries = new ArrayList<String>();
    for (var map : Chart.ofKind(rendered, "ConfigMap").toList()) {
      for (var dashboard : map.path("data")) {
        for (var expression : JSON.readTree(dashboard.asText()).findValuesAsText("expr")) {
          queries.add(expression.replace("$__rate_interval", "5m").replaceAll("\\$\\w+", ".*"));
        }
      }
    }
    return queries;
  }

  @Test
  void eachSymptomHasItsAlertAndItsRunbook() throws IOException {
    var symptoms = new TreeSet<String>();
    for (var series : exports.series()) {
      if (series.startsWith("hamstring_pipeline_condition{")) {
        symptoms.add(labels(series).get("condition"));
      }
    }
    symptoms.removeAll(List.of("Ready", "Progressing", "SpecValid"));
    var alerts = rules().stream().map(rule -> rule.path("alert").asText()).toList();
    var runbooks = Files.readString(RUNBOOKS);

    assertThat(alerts)
        .as("files/alerts.yaml has one row for each symptom that the operator exports")
        .containsAll(symptoms.stream().map(symptom -> "Hamstring" + symptom).toList());
    var rows =
        alerts.stream()
            .filter(alert -> ruleOf(alert).path("expr").asText().contains("status=\"true\""))
            .map(alert -> alert.replace("Hamstring", ""))
            .toList();
    assertThat(rows).as("no alert on what nobody exports").isSubsetOf(symptoms);
    for (var alert : alerts) {
      assertThat(runbooks).as("a runbook in %s", RUNBOOKS).contains("\n#### " + alert + "\n");
      assertThat(ruleOf(alert).at("/annotations/runbook_url").asText())
          .endsWith("#" + alert.toLowerCase(java.util.Locale.ROOT));
    }
  }

  private static JsonNode ruleOf(String alert) {
    return rules().stream()
        .filter(rule -> rule.path("alert").asText().equals(alert))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void everyMetricThatIsAskedForIsExported() throws IOException {
    var asked = new TreeSet<String>();
    var expressions = new ArrayList<>(queries());
    rules().forEach(rule -> expressions.add(rule.path("expr").asText()));
    for (var map : Chart.ofKind(rendered, "ConfigMap").toList()) {
      map.path("data").forEach(board -> expressions.addAll(variables(board.asText())));
    }
    for (var expression : expressions) {
      METRIC.matcher(expression).results().forEach(found -> asked.add(found.group(1)));
    }

    assertThat(asked).hasSizeGreaterThan(25);
    assertThat(exports.names()).containsAll(asked);
  }

  private static List<String> variables(String dashboard) {
    try {
      return JSON.readTree(dashboard).at("/templating").findValuesAsText("definition");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void dashboardsHaveWhatGrafanaAsksFor() throws IOException {
    var titles = new TreeSet<String>();
    for (var map : Chart.ofKind(rendered, "ConfigMap").toList()) {
      var dashboard = JSON.readTree(map.path("data").elements().next().asText());
      titles.add(dashboard.path("title").asText());
      assertThat(dashboard.path("uid").asText()).matches("[a-z-]{1,40}");
      assertThat(dashboard.path("schemaVersion").asInt()).isGreaterThanOrEqualTo(36);
      var ids = dashboard.path("panels").findValuesAsText("id");
      assertThat(ids).doesNotHaveDuplicates().isNotEmpty();
      for (var panel : dashboard.path("panels")) {
        assertThat(panel.path("type").asText()).isIn("stat", "table", "timeseries");
        assertThat(panel.at("/gridPos/x").asInt() + panel.at("/gridPos/w").asInt())
            .isLessThanOrEqualTo(24);
        assertThat(panel.path("targets")).isNotEmpty();
        assertThat(panel.at("/datasource/uid").asText()).isIn("${datasource}", "${clickhouse}");
      }
    }
    assertThat(titles)
        .containsExactly(
            "Hamstring / Operator",
            "Hamstring / Pipelines",
            "Hamstring / Sink",
            "Hamstring / Workers");
  }

  @Test
  void everyQueryOfTheDashboardsParses() throws Exception {
    assumePromtool();
    var rules = new ArrayList<Map<String, String>>();
    for (var query : queries()) {
      rules.add(Map.of("record", "hamstring:query" + rules.size(), "expr", query));
    }

    assertThat(rules).hasSizeGreaterThan(20);
    promtool("check", "rules", file("queries.yaml", groups(rules)));
  }

  /** On the very series that were scraped, with the labels that Prometheus adds. */
  @Test
  void eachAlertFiresAndClears() throws Exception {
    assumePromtool();
    var rules = rules();
    file("rules.yaml", groups(rules));
    var tests = rules.stream().map(this::firesAndClears).toList();

    promtool(
        "test",
        "rules",
        file(
            "tests.yaml",
            Map.of(
                "rule_files",
                List.of("rules.yaml"),
                "evaluation_interval",
                "30s",
                "tests",
                tests)));
  }

  private Map<String, Object> firesAndClears(JsonNode rule) {
    var alert = rule.path("alert").asText();
    var inputs = new ArrayList<Map<String, String>>();
    var labels = new LinkedHashMap<String, String>();
    labels.put("severity", rule.at("/labels/severity").asText());
    // Calm for 20 minutes, ill for 40, calm again.
    switch (alert) {
      case "HamstringOperatorDown" -> {
        inputs.add(input("operator_sdk_reconciliations_queue_size", "0x40 _x80 0x80"));
        labels.put("job", "hamstring-hamstring-operator");
        labels.put("namespace", "ops");
      }
      case "HamstringOperatorBlind" -> {
        var series = input("hamstring_operator_blind", "0x40 1x80 0x80");
        inputs.add(series);
        labels.put("namespace", labels(series.get("series")).get("namespace"));
      }
      case "HamstringOperatorDefinitionOutdated" ->
          inputs.add(input("hamstring_operator_definition_lacks", "0x40 3x80 0x80"));
      case "HamstringOperatorReconcileFails" -> {
        inputs.add(input("operator_sdk_reconciliations_failed_total", "0x40 0+1x80 80x80"));
        labels.put("exception", "IllegalStateException");
      }
      case "HamstringOperatorQueueStuck" -> {
        var series = input("operator_sdk_reconciliations_queue_size", "0x40 50x80 0x80");
        inputs.add(series);
        labels.putAll(labels(series.get("series")));
      }
      case "HamstringOperatorMemory" -> {
        inputs.add(
            input("jvm_memory_used_bytes{area=\"heap\",id=\"Tenured Gen\"", "10x40 95x80 10x80"));
        inputs.add(input("jvm_memory_max_bytes{area=\"heap\",id=\"Tenured Gen\"", "100x200"));
        labels.put("pod", "operator-0");
      }
      default -> {
        var expression = labels(rule.path("expr").asText());
        inputs.add(
            input(
                "hamstring_pipeline_condition{condition=\"" + expression.get("condition") + "\"",
                "0x40 1x80 0x80",
                "status=\"" + statusIn(rule) + "\""));
        inputs.add(input("hamstring_stage_workers", "1x200", "state=\"wanted\""));
        labels.put("namespace", "default");
        labels.put("pipeline", "minimal");
      }
    }
    var fires = new LinkedHashMap<String, Object>();
    fires.put("exp_labels", labels);
    var annotations = new LinkedHashMap<String, String>();
    for (var annotation : rule.path("annotations").properties()) {
      annotations.put(annotation.getKey(), filled(annotation.getValue().asText(), labels));
    }
    fires.put("exp_annotations", annotations);
    return Map.of(
        "interval",
        "30s",
        "input_series",
        inputs,
        "alert_rule_test",
        List.of(
            at("19m", alert, List.of()),
            at("58m", alert, List.of(fires)),
            at("95m", alert, List.of())));
  }

  private static String statusIn(JsonNode rule) {
    var expression = rule.path("expr").asText();
    return expression.replaceAll("(?s).*?status=\"(\\w+)\".*", "$1");
  }

  private static Map<String, Object> at(String time, String alert, List<?> expected) {
    return Map.of("eval_time", time, "alertname", alert, "exp_alerts", expected);
  }

  private static String filled(String text, Map<String, String> labels) {
    var filled = text;
    for (var label : labels.entrySet()) {
      filled = filled.replace("{{ $labels." + label.getKey() + " }}", label.getValue());
    }
    return filled;
  }

  /**
   * The first scraped series that begins so and has these words; the operator's with its target.
   */
  private static Map<String, String> input(String start, String values, String... words) {
    var found =
        exports.series().stream()
            .filter(series -> series.startsWith(start))
            .filter(series -> List.of(words).stream().allMatch(series::contains))
            .findFirst()
            .orElseThrow(() -> new AssertionError("nothing exports " + start));
    var target = "job=\"hamstring-hamstring-operator\",pod=\"operator-0\"";
    if (!found.startsWith("hamstring_")) {
      target += ",namespace=\"ops\"";
    }
    return Map.of(
        "series",
        found.endsWith("}")
            ? found.replaceAll("}$", "," + target + "}")
            : found + "{" + target + "}",
        "values",
        values);
  }

  private static Map<String, String> labels(String series) {
    return LABEL
        .matcher(series)
        .results()
        .collect(
            Collectors.toMap(
                found -> found.group(1), found -> found.group(2), (one, other) -> one));
  }

  private static Map<String, Object> groups(List<?> rules) {
    return Map.of("groups", List.of(Map.of("name", "all", "rules", rules)));
  }

  private static Path file(String name, Object content) throws IOException {
    return Files.writeString(folder.resolve(name), Chart.YAML.writeValueAsString(content));
  }

  private static void assumePromtool() {
    var path = System.getenv("PATH").split(":");
    assumeTrue(
        List.of(path).stream().anyMatch(part -> Files.isExecutable(Path.of(part, "promtool"))),
        "promtool is not on the PATH; it comes with Debian's package prometheus");
  }

  private static void promtool(String command, String sub, Path file) throws Exception {
    var process =
        new ProcessBuilder("promtool", command, sub, file.getFileName().toString())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    var said = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor()).as(said).isZero();
  }

  @Test
  void helmTestBringsAPipelineUpAndRemovesIt() throws Exception {
    var tried = exports.tried();

    assertThat(tried.getKey()).as(tried.getValue()).isZero();
    assertThat(tried.getValue()).contains("the pipeline is Ready");
  }
}
