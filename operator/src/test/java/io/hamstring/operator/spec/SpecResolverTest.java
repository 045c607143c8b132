package io.hamstring.operator.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.hamstring.api.v1alpha1.HamstringPipeline;
import io.hamstring.contract.ByteSizes;
import io.hamstring.contract.Durations;
import io.hamstring.contract.StageType;
import io.hamstring.contract.batch.BatchBounds;
import io.hamstring.contract.batch.BatchSettings;
import io.hamstring.contract.settings.OwnedClientSettings;
import io.hamstring.contract.settings.WorkerSettings;
import io.hamstring.contract.settings.WorkerSettings.GroupProtocol;
import io.hamstring.contract.settings.WorkerSettings.Output;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a good spec becomes, and how much of a bad one is said at once. */
class SpecResolverTest {

  @Test
  void theSchemasDefaultsAreThoseOfTheWorker() {
    var pipeline = Specs.resolve(Specs.GOOD).pipeline().orElseThrow();

    var settings = pipeline.stages().get(4).settings();
    assertThat(settings.timeouts()).isEqualTo(WorkerSettings.Timeouts.DEFAULT);
    assertThat(settings.batch())
        .isEqualTo(
            BatchSettings.defaults()
                .concerning(settings.stage().name(), settings.stage().type(), List.of()));
    assertThat(settings.audit()).isEqualTo(WorkerSettings.Audit.OFF);
    assertThat(settings.stage().onPoison()).isEqualTo(WorkerSettings.OnPoison.DEFAULT);
    assertThat(settings.kafka().groupProtocol()).isEqualTo(GroupProtocol.CONSUMER);
    assertThat(settings.environmentBatch()).isEqualTo(BatchBounds.NONE);
  }

  @Test
  void theSchemasFormsAreThoseOfTheWorker() {
    var spec = SpecSchema.ofApi().asJson();

    assertThat(spec.at("/properties/timeouts/properties/message/pattern").asText())
        .isEqualTo(Durations.PATTERN);
    assertThat(
            spec.at("/properties/batch/properties/groupCommit/properties/maxBytes/pattern")
                .asText())
        .isEqualTo(ByteSizes.PATTERN);
    assertThat(spec.at("/properties/stages/items/properties/type/enum"))
        .extracting(node -> node.asText())
        .containsExactlyInAnyOrderElementsOf(
            List.of(StageType.values()).stream().map(StageType::id).toList());
  }

  @Test
  void stagesAreJoinedByTopicsWithTheNamesOfHamstring() {
    var pipeline = new Resolved("dns-pipeline").pipeline();

    assertThat(pipeline.stages())
        .extracting(PipelineStage::name, PipelineStage::inputTopics, PipelineStage::outputTopics)
        .containsExactly(
            tuple(
                "logserver",
                List.of("hamstring_input-dns"),
                List.of("pipeline-logserver_to_collector-dga_collector")),
            tuple(
                "dga-collector",
                List.of("pipeline-logserver_to_collector-dga_collector"),
                List.of("pipeline-batch_sender_to_prefilter-dga_filter")),
            tuple(
                "dga-filter",
                List.of("pipeline-batch_sender_to_prefilter-dga_filter"),
                List.of("pipeline-prefilter_to_inspector-dga_inspector")),
            tuple(
                "dga-inspector",
                List.of("pipeline-prefilter_to_inspector-dga_inspector"),
                List.of(
                    "pipeline-inspector_to_detector-RF-dga_detector",
                    "pipeline-inspector_to_detector-domainator")),
            tuple(
                "dga-detector",
                List.of("pipeline-inspector_to_detector-RF-dga_detector"),
                List.of("pipeline-detector_to_alerter-generic")),
            tuple(
                "domainator",
                List.of("pipeline-inspector_to_detector-domainator"),
                List.of("pipeline-detector_to_alerter-generic")),
            tuple(
                "alerter",
                List.of("pipeline-detector_to_alerter-generic"),
                List.of("hamstring_alerts")));
  }

  @Test
  void everyTopicIsWantedOnceWithTheSizeOfTheSpec() {
    var pipeline = new Resolved("dns-pipeline").pipeline();

    assertThat(pipeline.topics())
        .hasSize(8)
        .isSortedAccordingTo(Comparator.comparing(WantedTopic::name));
    assertThat(pipeline.topics())
        .allSatisfy(
            topic -> {
              assertThat(topic.partitions()).isEqualTo(6);
              assertThat(topic.replicationFactor()).isEqualTo((short) 1);
            });
  }

  @ParameterizedTest(name = "{0} = {1}: {2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /stages/4/replicas    | 6                                | false
          /stages/4/replicas    | 7                                | true
          /stages/4/autoscaling | {minReplicas: 1, maxReplicas: 6} | false
          /stages/4/autoscaling | {minReplicas: 1, maxReplicas: 7} | true
          """)
  void moreWorkersThanPartitionsAreAWarning(String pointer, String value, boolean warned) {
    var resolution = Specs.with(pointer, value);

    assertThat(resolution.pipeline()).isPresent();
    assertThat(resolution.warnings().stream().anyMatch(warning -> warning.contains("are idle")))
        .isEqualTo(warned);
  }

  @Test
  void aLogserverAndAnAlerterHaveDefaultTopics() {
    var stages = Specs.resolve(Specs.GOOD).pipeline().orElseThrow().stages();

    assertThat(stages.get(0).inputTopics()).containsExactly("hamstring_input-dns");
    assertThat(stages.get(5).settings().stage().outputs())
        .containsExactly(new Output("hamstring_alerts", StageType.CUSTOM));
  }

  @Test
  void aStageThatSeveralReadWritesATopicForEach() {
    var stages =
        Specs.resolve(
                """
                kafka: {bootstrapServers: 'kafka:9092'}
                stages:
                  - {name: inspect, type: inspector, inputs: {topics: [x]}}
                  - {name: one, type: detector, inputs: {stages: [inspect]}}
                  - {name: two, type: detector, inputs: {stages: [inspect, one]},
                     outputs: {topics: [mine]}}
                """)
            .pipeline()
            .orElseThrow()
            .stages();

    assertThat(stages.get(0).settings().stage().outputs())
        .containsExactly(
            new Output("pipeline-inspector_to_detector-one", StageType.DETECTOR),
            new Output("pipeline-inspector_to_detector-two", StageType.DETECTOR));
    assertThat(stages.get(2).inputTopics())
        .containsExactly("pipeline-inspector_to_detector-two", "pipeline-detector_to_detector-two");
    assertThat(stages.get(2).settings().stage().outputs())
        .containsExactly(new Output("mine", StageType.CUSTOM));
  }

  @Test
  void deadLetterAndAuditTopicsAreWantedToo() {
    var pipeline =
        Specs.resolve(
                """
                kafka: {bootstrapServers: 'kafka:9092', topics: {config: {retention.ms: 900000}}}
                audit: {recordIds: true, topic: trail}
                stages:
                  - name: mine
                    type: custom
                    inputs: {topics: [in]}
                    processor: {className: com.example.Mine}
                    onPoison: {deadLetterTopic: mine-dlt}
                """)
            .pipeline()
            .orElseThrow();

    assertThat(pipeline.topics())
        .extracting(WantedTopic::name)
        .containsExactly("in", "mine-dlt", "trail");
    assertThat(pipeline.topics().get(0).config()).isEqualTo(Map.of("retention.ms", "900000"));
    var settings = pipeline.stages().get(0).settings();
    assertThat(settings.audit()).isEqualTo(new WorkerSettings.Audit(true, "trail"));
    assertThat(settings.stage().className()).isEqualTo("com.example.Mine");
    assertThat(settings.stage().onPoison().deadLetterTopic()).isEqualTo("mine-dlt");
  }

  @Test
  void whoDecidesTheNumberOfWorkersIsKept() {
    assertThat(workers("/stages/4/replicas", "3")).isEqualTo(new Workers.Fixed(3));
    assertThat(workers("/stages/4/autoscaling", "{maxReplicas: 6}"))
        .isEqualTo(
            new Workers.Scaled(
                1, 6, Duration.ofSeconds(60), Workers.Scaled.Effect.APPLIED, OptionalInt.empty()));
    assertThat(workers("/stages/4/concurrency", "2")).isEqualTo(new Workers.LeftToOthers());
  }

  @Test
  void aNumberWrittenAsATextIsTheNumber() {
    var batch =
        Specs.with("/batch/size", "'50'").pipeline().orElseThrow().stages().get(0).settings();

    assertThat(batch.batch().global().size()).isEqualTo(50);
  }

  @Test
  void clientSettingsNeedNoQuotes() {
    var resolution =
        Specs.with("/kafka/consumerConfig", "{fetch.max.wait.ms: 1000000, check.crcs: false}");

    assertThat(resolution.problems()).isEmpty();
    assertThat(resolution.pipeline().orElseThrow().kafka().consumerConfig())
        .isEqualTo(Map.of("fetch.max.wait.ms", "1000000", "check.crcs", "false"));
  }

  @Test
  void whatOneProtocolRefusesTheOtherTakes() {
    assertThat(classicWith("heartbeat.interval.ms: 500").problems()).isEmpty();
    assertThat(classicWith("group.remote.assignor: uniform").message())
        .contains("take it out: it needs groupProtocol consumer");
    assertThat(classicWith("session.timeout.ms: 6000").message())
        .contains("give spec.timeouts.session");
    assertThat(Specs.with("/kafka/consumerConfig", "{group.remote.assignor: uniform}").problems())
        .isEmpty();
  }

  @Test
  void whatTheWorkerRefusesIsRefusedBefore() {
    for (var name : OwnedClientSettings.CONSUMER) {
      assertThat(Specs.with("/kafka/consumerConfig", "{" + name + ": 1}").problems()).hasSize(1);
    }
    for (var name : OwnedClientSettings.PRODUCER) {
      assertThat(Specs.with("/kafka/producerConfig", "{" + name + ": 1}").problems()).hasSize(1);
    }
  }

  @Test
  void standbyNeedsTheConsumerProtocol() {
    var resolution =
        Specs.resolve(
            """
            kafka: {bootstrapServers: 'kafka:9092', groupProtocol: classic}
            stages: [{name: a, type: alerter, standby: 1, inputs: {topics: [t]}}]
            """);

    assertThat(resolution.message())
        .contains("spec.stages[0].standby: is 1 with groupProtocol classic");
  }

  @Test
  void replicasAndAutoscalingExcludeEachOther() {
    var resolution =
        Specs.resolve(
            """
            kafka: {bootstrapServers: 'kafka:9092'}
            stages:
              - {name: a, type: alerter, replicas: 2, autoscaling: {maxReplicas: 3},
                 inputs: {topics: [t]}}
            """);

    assertThat(resolution.message()).contains("spec.stages[0].replicas: is 2 beside autoscaling");
  }

  @Test
  void aDeadLetterTopicThatTheStageReadsIsRefused() {
    var resolution =
        Specs.resolve(
            """
            kafka: {bootstrapServers: 'kafka:9092'}
            stages:
              - {name: a, type: alerter, inputs: {topics: [t]}, onPoison: {deadLetterTopic: t}}
            """);

    assertThat(resolution.message())
        .contains("spec.stages[0].onPoison.deadLetterTopic: is 't', which the stage reads itself");
  }

  @Test
  void stagesOfOneTypeAndTopicNameClash() {
    var resolution =
        Specs.resolve(
            """
            kafka: {bootstrapServers: 'kafka:9092'}
            stages:
              - {name: i, type: inspector, inputs: {topics: [t]}}
              - {name: a, type: detector, topicName: same, group: g, inputs: {stages: [i]}}
              - {name: b, type: detector, topicName: same, group: g, inputs: {stages: [i]}}
            """);

    assertThat(resolution.message())
        .contains(
            "spec.stages[2].topicName: makes 'pipeline-inspector_to_detector-same' a topic that is"
                + " read by 'b' from other stages, and it is read by 'a' from other stages; give"
                + " every stage of a type a topicName of its own")
        .contains("spec.stages[2].group: is 'g', as that of stage 'a'");
  }

  @Test
  void noTopicNameGrowsPastWhatKafkaTakes() {
    var longest = "x".repeat(200);

    assertThat(Specs.with("/stages/2/topicName", longest).problems()).isEmpty();
    assertThat(Specs.with("/stages/2/topicName", longest + "x").message())
        .contains("201 characters; use from 1 to 200 characters");
  }

  @Test
  void allProblemsAreSaidAtOnce() {
    var resolution =
        Specs.resolve(
            """
            kafka: {bootstrapServers: nowhere, consumerConfig: {group.id: x}}
            batch: {size: fifty}
            timeouts: {message: 40s}
            stages:
              - 7
              - {name: b, type: detector, inputs: {stages: [nobody]}, template: {resources: {x: 1}}}
              - {type: oracle}
            """);

    assertThat(resolution.problems())
        .extracting(Problem::field)
        .contains(
            "spec.kafka.bootstrapServers",
            "spec.kafka.consumerConfig[\"group.id\"]",
            "spec.batch.size",
            "spec.timeouts.message",
            "spec.stages[0]",
            "spec.stages[1].inputs.stages[0]",
            "spec.stages[1].template.resources.x",
            "spec.stages[2].name",
            "spec.stages[2].type");
  }

  @Test
  void aSpecThatIsMissingOrNoMappingIsAProblemToo() {
    var empty = new HamstringPipeline();
    empty.setMetadata(new ObjectMetaBuilder().withName("a").withNamespace("b").build());

    assertThat(SpecResolver.create().resolve(empty).message())
        .contains("spec.kafka: is missing")
        .contains("spec.stages: is missing");
    assertThat(Specs.resolve("nonsense").message()).contains("spec: is 'nonsense', no mapping");
    assertThat(Specs.resolve("null").message()).contains("spec: is missing");
  }

  @Test
  void noMessageShowsTheValueOfAClientSetting() {
    var resolution =
        Specs.with("/kafka/producerConfig", "{ssl.key.password: hush, batch.size: hush}");

    assertThat(resolution.problems()).hasSize(2);
    assertThat(resolution.message()).doesNotContain("hush");
  }

  private static Workers workers(String pointer, String value) {
    return Specs.with(pointer, value).pipeline().orElseThrow().stages().get(4).workers();
  }

  private static Resolution classicWith(String setting) {
    return Specs.resolve(
        Specs.GOOD.replace(
            "9092'", "9092', groupProtocol: classic, consumerConfig: {" + setting + "}"));
  }

  private record Resolved(String sample) {
    Pipeline pipeline() {
      var resolution = SpecResolver.create().resolve(Specs.sample(sample));
      assertThat(resolution.message()).isEmpty();
      return resolution.pipeline().orElseThrow();
    }
  }
}
