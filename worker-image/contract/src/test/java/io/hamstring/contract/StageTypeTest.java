package io.hamstring.contract;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class StageTypeTest {

  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource(
      textBlock =
          """
          logserver, log_storage.logserver
          collector, log_collection.collector
          prefilter, log_filtering.prefilter
          inspector, data_inspection.inspector
          detector,  data_analysis.detector
          alerter,   pipeline.alerter
          monitoring, monitoring.agent
          custom,    custom
          """)
  void eachTypeHasItsFullName(String id, String fullName) {
    assertThat(StageType.ofId(id))
        .hasValueSatisfying(t -> assertThat(t.fullName()).isEqualTo(fullName));
  }

  @ParameterizedTest
  @EnumSource
  void theShortNameIsTheLastPartOfTheFullOne(StageType type) {
    // HAMSTRING calls this one an agent, and so do all its services.
    if (type != StageType.MONITORING) {
      assertThat(type.fullName()).matches("(.*\\.)?" + type.id());
    }
    assertThat(StageType.ofId(type.id())).contains(type);
  }

  @Test
  void anIdIsWrittenExactly() {
    assertThat(StageType.ofId("Detector")).isEmpty();
    assertThat(StageType.ofId("data_analysis.detector")).isEmpty();
    assertThat(StageType.ids())
        .isEqualTo(
            "logserver, collector, prefilter, inspector, detector, alerter, monitoring, custom");
  }
}
