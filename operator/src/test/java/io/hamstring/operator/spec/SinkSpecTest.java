package io.hamstring.operator.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.hamstring.contract.StageType;
import io.hamstring.contract.names.MonitoringTopics;
import io.hamstring.operator.spec.SecretKey.Content;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes of spec.monitoring. */
class SinkSpecTest {

  private static final String CLICKHOUSE =
      """
      url: https://clickhouse:8443
      database: monitoring
      credentialsSecret: clickhouse
      trustedCertificates: [{secretName: clickhouse-ca, certificate: ca.crt}]
      """;

  @Test
  void aPipelineWithAClickHouseHasASinkWithoutListingIt() {
    var pipeline = Specs.with("/monitoring/clickhouse", CLICKHOUSE).pipeline().orElseThrow();

    assertThat(pipeline.stages()).hasSize(7);
    var sink = pipeline.stages().get(6);
    assertThat(pipeline.stages()).filteredOn(s -> s.settings().monitoringRows()).hasSize(6);
    assertThat(sink.name()).isEqualTo("monitoring");
    assertThat(sink.type()).isEqualTo(StageType.MONITORING);
    assertThat(sink.group()).isEqualTo("hamstring_security_dns_monitoring");
    assertThat(sink.workers()).isEqualTo(new Workers.Fixed(1));
    assertThat(sink.inputTopics()).isEqualTo(MonitoringTopics.all());
    assertThat(sink.outputTopics()).isEmpty();
    assertThat(sink.settings().stage().onPoison().deadLetterTopic()).isEqualTo("monitoring-dlt");
    assertThat(sink.settings().stage().config())
        .containsEntry("url", "https://clickhouse:8443")
        .containsEntry("database", "monitoring")
        .containsEntry("connectTimeout", "5s")
        .containsEntry("operationTimeout", "15s")
        .containsEntry("batchSize", 50)
        .containsEntry("kafkaBatchSize", 500)
        .containsEntry("usernameFile", "clickhouse-username")
        .containsEntry("passwordFile", "clickhouse-password")
        .containsEntry("certificateFiles", List.of("clickhouse-trusted-0.crt"));
  }

  @Test
  void onlyTheSinkSeesItsSecretsAndItsTopicsHaveOnePartition() {
    var pipeline = Specs.with("/monitoring/clickhouse", CLICKHOUSE).pipeline().orElseThrow();

    assertThat(pipeline.stages().get(6).secretFiles())
        .containsOnlyKeys("clickhouse-password", "clickhouse-trusted-0.crt", "clickhouse-username");
    assertThat(pipeline.stages().get(6).secretFiles().get("clickhouse-password"))
        .isEqualTo(
            new SecretKey(
                "clickhouse",
                "password",
                "spec.monitoring.clickhouse.credentialsSecret",
                Content.PASSWORD));
    assertThat(pipeline.stages().get(0).secretFiles()).isEmpty();
    assertThat(SecretCheck.namesOf(pipeline)).containsExactly("clickhouse", "clickhouse-ca");
    assertThat(pipeline.topics())
        .filteredOn(topic -> MonitoringTopics.tableOf(topic.name()).isPresent())
        .hasSize(14)
        .allMatch(topic -> topic.partitions() == 1);
  }

  @Test
  void aListedSinkTakesThePlaceOfTheImpliedOne() {
    var spec =
        Specs.GOOD
            + "  - {name: rows, type: monitoring, replicas: 3,"
            + " inputs: {topics: [clickhouse_alerts]}, config: {batchTimeout: 5s}}\n"
            + "monitoring: {clickhouse: {url: 'http://c:8123'}}\n";
    var pipeline = Specs.resolve(spec).pipeline().orElseThrow();

    assertThat(pipeline.stages()).extracting(PipelineStage::name).contains("rows").hasSize(7);
    var sink = pipeline.stages().get(6);
    assertThat(sink.inputTopics()).containsExactly("clickhouse_alerts");
    assertThat(sink.settings().stage().config())
        .containsEntry("batchTimeout", "5s")
        .doesNotContainKeys("usernameFile", "passwordFile", "certificateFiles");
  }

  @Test
  void aStageOfAnotherTypeMayHaveTheName() {
    var spec =
        Specs.GOOD.replace("name: alert,", "name: monitoring,")
            + "monitoring: {clickhouse: {url: 'http://c:8123'}}\n";

    assertThat(Specs.resolve(spec).pipeline().orElseThrow().stages().get(6).name())
        .isEqualTo("monitoring-sink");
  }

  static Stream<Arguments> refusals() {
    var server = "monitoring: {clickhouse: {url: 'http://c'}}\n";
    return Stream.of(
        arguments(
            "  - {name: a, type: monitoring}\n",
            "spec.monitoring.clickhouse: is missing beside a stage of type monitoring; give it, or"
                + " drop the stage"),
        arguments(
            "  - {name: a, type: monitoring}\n  - {name: b, type: monitoring}\n" + server,
            "spec.stages: has 2 stages of type monitoring; keep one: raise its replicas for more"
                + " rows"),
        arguments(
            "  - {name: a, type: monitoring, outputs: {topics: [x]}}\n" + server,
            "spec.stages[6].outputs: is given for type monitoring; leave it out: rows leave Kafka"),
        arguments(
            "  - {name: a, type: monitoring, inputs: {topics: [x]}}\n" + server,
            "spec.stages[6].inputs.topics[0]: is 'x', which is no monitoring topic; name one of"
                + " clickhouse_alerts, "),
        arguments(
            "  - {name: a, type: monitoring, inputs: {stages: [in]}}\n" + server,
            "spec.stages[6].inputs.stages[0]: is 'in', of type logserver, whose records a stage of"
                + " type monitoring cannot read; take it out: it reads the monitoring topics"),
        arguments(
            "monitoring: {clickhouse: {url: 'http://u@c'}}\n",
            "spec.monitoring.clickhouse.url: is 'http://u@c'"));
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("refusals")
  void whatCannotBeMeantIsRefused(String more, String problem) {
    assertThat(Specs.resolve(Specs.GOOD + more).problems())
        .extracting(Problem::text)
        .anySatisfy(text -> assertThat(text).startsWith(problem));
  }
}
