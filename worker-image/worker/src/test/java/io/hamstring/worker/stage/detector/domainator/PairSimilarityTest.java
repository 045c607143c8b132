package io.hamstring.worker.stage.detector.domainator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PairSimilarityTest {

  /** Worked out by another program, after the definitions of the seven ways. */
  @ParameterizedTest(name = "{0} and {1}")
  @CsvSource({
    "martha, marhta, 0.833333, 0.944444, 0.944444, 0.977778, 0.955556, 0.833333, 0.5",
    "dwayne, duane, 0.727273, 0.822222, 0.822222, 0.857778, 0.893333, 0.727273, 0.363636",
    "abc, abc, 1, 1, 1, 1, 1, 1, 1",
    "abc, xyz, 0, 0, 0, 0, 0, 0, 0",
    "a, ab, 0.666667, 0.833333, 0, 0.866667, 0, 0.666667, 0.666667"
  })
  void theSevenWaysAreHamstrings(
      String one,
      String other,
      double ratio,
      double jaro,
      double jaroReversed,
      double winkler,
      double winklerReversed,
      double subsequence,
      double substring) {
    double[] expected = {
      ratio, jaro, jaroReversed, winkler, winklerReversed, subsequence, substring
    };

    assertThat(PairSimilarity.of(one, other)).containsExactly(expected, within(1e-5));
    assertThat(PairSimilarity.of(other, one)).containsExactly(expected, within(1e-5));
  }

  @Test
  void emptyTextsAreAlikeButHaveNothingInCommon() {
    assertThat(PairSimilarity.of("", "")).containsExactly(1, 1, 1, 1, 1, 0, 0);
    assertThat(PairSimilarity.of("", "a")).containsExactly(0, 0, 0, 0, 0, 0, 0);
  }
}
