package io.hamstring.samples.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.hamstring.operator.convert.Conversion;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole product on what the converter makes of a HAMSTRING configuration. */
class ConvertedRunTest {

  private static final String CONFIG =
      """
      pipeline:
        scaling:
          defaults: {executor: thread, max_workers: 1}
        log_collection:
          default_batch_handler_config: {batch_size: 500, batch_timeout: 1}
          collectors:
            - name: dga_collector
              protocol_base: dns
              required_log_information:
                - [ts, Timestamp, "%Y-%m-%dT%H:%M:%S"]
                - [src_ip, IpAddress]
                - [domain_name, RegEx, "^[A-Za-z0-9_.-]+$"]
        log_filtering:
          - {name: dga_filter, relevance_method: no_relevance_check, collector_name: dga_collector}
        data_inspection:
          - {name: dga_inspector, inspector_class_name: NoInspector, prefilter_name: dga_filter}
        data_analysis:
          - name: RF-dga_detector
            detector_class_name: DGADetector
            inspector_name: dga_inspector
          - name: domainator
            detector_class_name: DomainatorDetector
            inspector_name: dga_inspector
            next_detectors: second_look
          - name: second_look
            detector_class_name: DomainatorDetector
            consume_from: detector
        alerting: {log_to_kafka: true, external_kafka_topic: hamstring_alerts}
      environment:
        kafka_brokers: [{hostname: kafka1, internal_port: 19092}]
        kafka_topics: {partitions: 2}
      """;

  @Test
  void itRunsAndItsDetectorsFindWhatWasPlanted(@TempDir Path folder) throws Exception {
    var document = new ObjectMapper(new YAMLFactory()).readTree(CONFIG);
    var pipeline = folder.resolve("pipeline.json");
    Files.writeString(pipeline, Conversion.of(document, "security", "dns").resource().toString());
    var report = folder.resolve("report.json");
    var options =
        new RunOptions(pipeline, null, 3_000L, 1, true, List.of(), report, Duration.ofMinutes(10));
    var out = new ByteArrayOutputStream();

    var status =
        new Session(options, Session.samplesFolder(), new PrintStream(out, true, UTF_8)).run();

    assertThat(status).as(out.toString(UTF_8)).isEqualTo(ExitStatus.OK);
    var read = new ObjectMapper().readTree(report.toFile());
    assertThat(read.get("detection").get("recall").asDouble()).isGreaterThan(0.7);
    for (var stage : read.get("stages")) {
      assertThat(stage.get("in").asLong()).as(stage.get("name").asText()).isPositive();
    }
  }
}
