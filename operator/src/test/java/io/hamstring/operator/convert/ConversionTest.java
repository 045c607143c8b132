package io.hamstring.operator.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.hamstring.operator.spec.SpecResolver;
import io.hamstring.operator.spec.Specs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A file in the shape of HAMSTRING v2.3 with what differs from both defaults. */
class ConversionTest {

  private static final Path FILE =
      Path.of("src/test/resources/io/hamstring/operator/convert/config.yaml");

  @Test
  void whatComesOutIsAPipelineThatTheOperatorRuns() throws IOException {
    var resolution =
        SpecResolver.create().resolve(converted().resource().get("spec"), Specs.IDENTITY);

    assertThat(resolution.problems()).isEmpty();
    var pipeline = resolution.pipeline().orElseThrow();
    assertThat(pipeline.stages())
        .extracting(stage -> stage.name() + " " + stage.inputTopics() + " " + stage.outputTopics())
        .containsExactly(
            "logserver-dns [sensors-dns] [pipeline-logserver_to_collector-first_collector,"
                + " pipeline-logserver_to_collector-tunnel_collector]",
            "first-collector [pipeline-logserver_to_collector-first_collector]"
                + " [pipeline-batch_sender_to_prefilter-first_filter]",
            "tunnel-collector [pipeline-logserver_to_collector-tunnel_collector]"
                + " [pipeline-batch_sender_to_prefilter-tunnel_filter]",
            "first-filter [pipeline-batch_sender_to_prefilter-first_filter]"
                + " [pipeline-prefilter_to_inspector-first_inspector]",
            "tunnel-filter [pipeline-batch_sender_to_prefilter-tunnel_filter]"
                + " [pipeline-prefilter_to_inspector-tunnel_inspector]",
            "first-inspector [pipeline-prefilter_to_inspector-first_inspector]"
                + " [pipeline-inspector_to_detector-RF_detector]",
            "tunnel-inspector [pipeline-prefilter_to_inspector-tunnel_inspector]"
                + " [pipeline-inspector_to_detector-tunnel]",
            "rf-detector [pipeline-inspector_to_detector-RF_detector]"
                + " [pipeline-detector_to_alerter-generic, pipeline-detector_to_alerter-second]",
            "tunnel [pipeline-inspector_to_detector-tunnel]"
                + " [pipeline-detector_to_detector-second_look,"
                + " pipeline-detector_to_alerter-generic]",
            "second-look [pipeline-detector_to_detector-second_look]"
                + " [pipeline-detector_to_detector-third_look]",
            "third-look [pipeline-detector_to_detector-third_look]"
                + " [pipeline-detector_to_alerter-generic]",
            "generic [pipeline-detector_to_alerter-generic] [outside]");
  }

  @ParameterizedTest(name = "{0} = {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /kafka/bootstrapServers            | kafka1:19092,kafka2:19093
          /kafka/topics/partitions           | 8
          /kafka/topics/replicationFactor    | 2
          /timeouts/maxPollInterval          | 30m
          /batch/size                        | 100
          /batch/timeout                     | 50ms
          /batch/stages                      | {}
          /stages/0/config/ipv4PrefixLength  | 16
          /stages/1/config/batchSize         | 1500
          /stages/1/config/batchTimeout      | 5s
          /stages/3/config/relevanceMethod   | check_dga_relevance
          /stages/3/config/requiredLogInformation/1/1 | IpAddress
          /stages/5/config/anomalyThreshold  | 0.2
          /stages/5/config/models/0/model    | ZScoreDetector
          /stages/5/replicas                 | 1
          /stages/7/config/threshold         | 0.7
          /stages/7/replicas                 | 3
          /stages/8/config/detectorClassName | DomainatorDetector
          /stages/8/config/threshold         | 0.05
          /stages/11/config/logToFile        | false
          /stages/11/config/logRotation/enabled | false
          """)
  void eachValueIsTheFilesOrHamstringsFallback(String pointer, String value) throws IOException {
    var node = converted().resource().get("spec").at(pointer);

    assertThat(node.isValueNode() ? node.asText() : node.toString()).isEqualTo(value);
  }

  @Test
  void whatHasNoCounterpartIsListed() throws IOException {
    var lost = new ArrayList<>(converted().lost());

    assertThat(lost.stream().map(line -> line.replaceFirst(":.*", "")))
        .containsExactlyInAnyOrder(
            "pipeline.data_analysis[4]",
            "orphan",
            "logging",
            "pipeline.resilience",
            "pipeline.data_inspection[0].models[0].model_args",
            "pipeline.data_analysis[0].model",
            "pipeline.data_analysis[0].checksum",
            "pipeline.zeek",
            "environment.kafka_brokers[0].external_port",
            "environment.kafka_brokers[0].node_ip",
            "environment.kafka_brokers[1].external_port",
            "environment.kafka_brokers[1].node_ip",
            "environment.kafka_topics.stages.inspector_to_detector");
  }

  @Test
  void anotherFileIsRefused() {
    assertThatThrownBy(() -> Conversion.of(Specs.tree("a: 1"), "n", "p"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("pipeline and environment");
  }

  private static Converted converted() throws IOException {
    JsonNode document = Specs.tree(Files.readString(FILE));
    return Conversion.of(document, "security", "dns");
  }
}
