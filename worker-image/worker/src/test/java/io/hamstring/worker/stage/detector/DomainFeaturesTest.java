package io.hamstring.worker.stage.detector;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DomainFeaturesTest {

  @ParameterizedTest(name = "{0}")
  @MethodSource("vectors")
  void allFeaturesAreHamstrings(String name, double[] expected) {
    var features = DomainFeatures.of(name);

    assertThat(expected).hasSize(44);
    for (int i = 0; i < expected.length; i++) {
      assertThat(features[i]).as("feature %d", i).isCloseTo(expected[i], within(1e-9));
    }
  }

  @Test
  void theVectorsThatHamstringPinsHold() {
    assertThat(DomainFeatures.of("google.com")).hasSize(44).startsWith(2, 6, 10);
    assertThat(DomainFeatures.of("")).startsWith(1, 0, 0);
    assertThat(DomainFeatures.of("sub1.sub2.example.com")).startsWith(4, 4, 21);
  }

  @Test
  void aNameOfDotsOrOfAnythingElseIsNoFault() {
    assertThat(DomainFeatures.of("...")).isEqualTo(DomainFeatures.of(""));
    assertThat(DomainFeatures.of("\ud800 \uD83D\uDE00\u0000")).doesNotContain(Double.NaN);
    assertThat(DomainFeatures.of("a".repeat(100_000))).doesNotContain(Double.NaN);
  }

  /** Computed from the definition by another program. */
  static Stream<Object[]> vectors() throws IOException {
    try (var stream = DomainFeaturesTest.class.getResourceAsStream("features.csv")) {
      return new String(stream.readAllBytes(), UTF_8)
          .lines()
          .map(line -> line.split(",", -1))
          .map(cells -> new Object[] {cells[0], numbers(cells)});
    }
  }

  private static double[] numbers(String[] cells) {
    return Arrays.stream(cells).skip(1).mapToDouble(Double::parseDouble).toArray();
  }
}
