package io.hamstring.recovery.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SamplesTest {

  private final Samples samples = new Samples(Duration.ofSeconds(60));

  @Test
  void percentilesAreOfWhatWasAdded() {
    for (int millis = 1; millis <= 100; millis++) {
      samples.add(nanos(millis), 0);
    }

    assertThat(samples.percentile(0.5, 0)).isEqualTo(Duration.ofMillis(51));
    assertThat(samples.percentile(0.99, 0)).isEqualTo(Duration.ofMillis(100));
  }

  @Test
  void aQuietKindForgetsWhatIsOlderThanItsSpan() {
    samples.add(nanos(5_000), nanos(0));
    samples.add(nanos(10), nanos(30_000));

    assertThat(samples.percentile(0.99, nanos(60_000))).isEqualTo(Duration.ofSeconds(5));
    assertThat(samples.percentile(0.99, nanos(60_001))).isEqualTo(Duration.ofMillis(10));
    assertThat(samples.percentile(0.99, nanos(90_001))).isZero();
  }

  @Test
  void aBusyKindKeepsTheLatest() {
    samples.add(nanos(5_000), 0);
    for (int i = 0; i < 512; i++) {
      samples.add(nanos(1), 0);
    }

    assertThat(samples.percentile(1, 0)).isEqualTo(Duration.ofMillis(1));
  }

  private static long nanos(long millis) {
    return Duration.ofMillis(millis).toNanos();
  }
}
