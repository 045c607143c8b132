package io.hamstring.contract.names;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ObjectNamesTest {

  private static final String PROD =
      "payments-fraud-detection-enrichment-pipeline-eu-central-1-prod";
  private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";

  @Test
  void aShortNameStaysReadable() {
    assertThat(ObjectNames.of("dns", "detector")).isEqualTo("dns-detector");
  }

  @ParameterizedTest(name = "a pipeline of {0} characters")
  @ValueSource(ints = {1, 41, 42, 43, 44, 45, 46, 52, 62, 63, 64, 253})
  void everyNameIsALabelAndLeavesRoomForWhatKubernetesAdds(int length) {
    var name = ObjectNames.of("p".repeat(length), "detector");

    assertThat(name).hasSizeLessThanOrEqualTo(52).matches(LABEL);
  }

  /** A pipeline of 43 characters and a stage of 8 with the dash between them make 52. */
  @Test
  void theLongestNameThatFitsIsNotShortened() {
    assertThat(ObjectNames.of("p".repeat(43), "detector")).isEqualTo("p".repeat(43) + "-detector");
    assertThat(ObjectNames.of("p".repeat(44), "detector")).matches("p{43}-[0-9a-f]{8}");
  }

  @Test
  void namesThatDifferAtTheirEndStayDifferent() {
    var names = new HashMap<String, String>();
    for (var pipeline : new String[] {PROD, PROD.substring(0, 58) + "prox", PROD + "x"}) {
      for (var stage : new String[] {"detector", "detectos", "alerter"}) {
        names.put(ObjectNames.of(pipeline, stage), pipeline + "/" + stage);
      }
    }

    assertThat(names).hasSize(9);
  }

  /** Golden names: were one to change, an upgraded operator would build every fleet anew. */
  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      textBlock =
          """
          payments-fraud-detection-enrichment-pipeline-eu-central-1-prod, detector, payments-fraud-detection-enrichment-pipelin-0a0d0f98
          payments-fraud-detection-enrichment-pipeline-eu-central-1-prox, detector, payments-fraud-detection-enrichment-pipelin-8b1fda48
          a.b.c, detector, a-b-c-detector-bfe5d59e
          """)
  void namesStayTheSameForEver(String pipeline, String stage, String name) {
    assertThat(ObjectNames.of(pipeline, stage)).isEqualTo(name);
  }

  @Test
  void dotsAndDashesDoNotRunTogether() {
    assertThat(ObjectNames.of("a.b.c", "detector"))
        .isNotEqualTo(ObjectNames.of("a-b-c", "detector"));
    assertThat(ObjectNames.of("a.b.c", "detector"))
        .isNotEqualTo(ObjectNames.of("a.b-c", "detector"));
  }

  @Test
  void aCutNeverLeavesADashBeforeTheHash() {
    for (int length = 30; length < 60; length++) {
      var name = ObjectNames.of("p".repeat(length) + "---", "detector-with-a-long-name");

      assertThat(name).matches(LABEL).doesNotMatch(".*p--[0-9a-f]{8}");
    }
  }

  @Test
  void aThousandLongNamesShareNoHash() {
    Map<String, Integer> names = new HashMap<>();
    for (int i = 0; i < 1_000; i++) {
      names.put(ObjectNames.of(PROD, "stage-number-" + i), i);
    }

    assertThat(names).hasSize(1_000);
  }
}
