package io.hamstring.recovery.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MinuteMaxTest {

  private final MinuteMax max = new MinuteMax();

  @Test
  void isZeroWithoutAny() {
    assertThat(max.at(seconds(1_000))).isZero();
  }

  // Monotonic time may be negative.
  @ParameterizedTest
  @ValueSource(longs = {-1_003, -1, 0, 7, 19, 1_000})
  void aPauseIsTheLongestForFiftySecondsAndForgottenAfterSixty(long began) {
    max.add(seconds(9), seconds(began));
    max.add(seconds(1), seconds(began + 20));

    assertThat(max.at(seconds(began + 50))).isEqualTo(Duration.ofSeconds(9));
    assertThat(max.at(seconds(began + 60))).isEqualTo(Duration.ofSeconds(1));
    assertThat(max.at(seconds(began + 80))).isZero();
  }

  @Test
  void aPlaceThatIsUsedAgainForgets() {
    max.add(seconds(9), seconds(0));
    max.add(seconds(1), seconds(60));

    assertThat(max.at(seconds(60))).isEqualTo(Duration.ofSeconds(1));
  }

  private static long seconds(long seconds) {
    return Duration.ofSeconds(seconds).toNanos();
  }
}
