package io.hamstring.contract.names;

import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.contract.StageType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TopicNamesTest {

  /** HAMSTRING's topic graph, hop for hop, with the names of its supplied configuration. */
  @ParameterizedTest(name = "{3}")
  @CsvSource(
      textBlock =
          """
          LOGSERVER, COLLECTOR, dga_collector,   pipeline-logserver_to_collector-dga_collector
          COLLECTOR, PREFILTER, dga_filter,      pipeline-batch_sender_to_prefilter-dga_filter
          PREFILTER, INSPECTOR, dga_inspector,   pipeline-prefilter_to_inspector-dga_inspector
          INSPECTOR, DETECTOR,  RF-dga_detector, pipeline-inspector_to_detector-RF-dga_detector
          INSPECTOR, DETECTOR,  domainator,      pipeline-inspector_to_detector-domainator
          DETECTOR,  DETECTOR,  domainator_attributor_behaviour, pipeline-detector_to_detector-domainator_attributor_behaviour
          DETECTOR,  ALERTER,   generic,         pipeline-detector_to_alerter-generic
          """)
  void aHopIsNamedForItsEndsAndTheConsumer(
      StageType from, StageType to, String consumer, String topic) {
    assertThat(TopicNames.hop(from, to, consumer)).isEqualTo(topic);
    assertThat(TopicNames.isLegal(topic)).isTrue();
  }

  @Test
  void thePipelineHasAWayInAndAWayOut() {
    assertThat(TopicNames.sensorInput("dns")).isEqualTo("hamstring_input-dns");
    assertThat(TopicNames.sensorInput("http")).isEqualTo("hamstring_input-http");
    assertThat(TopicNames.alerts()).isEqualTo("hamstring_alerts");
  }

  @ParameterizedTest(name = "''{0}''")
  @ValueSource(strings = {"a", "A.b_c-9", "...", "__consumer_offsets"})
  void kafkaTakesThese(String topic) {
    assertThat(TopicNames.isLegal(topic)).isTrue();
  }

  @ParameterizedTest(name = "''{0}''")
  @ValueSource(strings = {"", ".", "..", "a b", "a/b", "a:b", "ä", "a\n"})
  void kafkaRefusesThese(String topic) {
    assertThat(TopicNames.isLegal(topic)).isFalse();
  }

  @Test
  void aNameHasAtMost249Characters() {
    assertThat(TopicNames.isLegal("t".repeat(249))).isTrue();
    assertThat(TopicNames.isLegal("t".repeat(250))).isFalse();
  }
}
