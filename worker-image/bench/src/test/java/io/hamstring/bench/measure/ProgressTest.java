package io.hamstring.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.bench.measure.Progress.Sample;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgressTest {

  private static final long SECOND = 1_000_000_000;

  @Test
  void theSlopeLiesBetweenTheFirstAndTheLastCommitThatWereSeenToCome() {
    var samples =
        List.of(
            new Sample(0, 7_000),
            new Sample(SECOND, 10_000),
            new Sample(2 * SECOND, 40_000),
            new Sample(3 * SECOND, 50_000));

    assertThat(Progress.rate(samples)).hasValue(20_000);
  }

  @Test
  void nothingIsSaidOfTwoSamples() {
    assertThat(Progress.rate(List.of(new Sample(0, 0), new Sample(SECOND, 10)))).isEmpty();
  }
}
