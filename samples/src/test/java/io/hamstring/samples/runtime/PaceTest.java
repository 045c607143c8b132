package io.hamstring.samples.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PaceTest {

  /** 1,000 records around kills at 2 s and 10 s: 75 a second, the last 250 only after the kills. */
  @ParameterizedTest(name = "after {0} ms, kills open {1}: {2}")
  @CsvSource({
    "0, true, 0",
    "2000, true, 150",
    "9999, true, 749",
    "10000, true, 750",
    "60000, true, 750",
    "5000, false, 375",
    "12000, false, 900",
    "13334, false, 1000"
  })
  void inputArrivesBeforeAndAfterEveryKill(long millis, boolean killsOpen, long allowed) {
    var pace =
        Pace.around(
            List.of(new Kill("a", Duration.ofSeconds(2)), new Kill("b", Duration.ofSeconds(10))),
            1_000);

    assertThat(pace.allowed(Duration.ofMillis(millis), killsOpen)).isEqualTo(allowed);
  }

  @Test
  void aKillAtOnceStillLeavesInputForLater() {
    var pace = Pace.around(List.of(new Kill("a", Duration.ZERO)), 100);

    assertThat(pace.allowed(Duration.ofHours(1), true)).isEqualTo(75);
    assertThat(pace.allowed(Duration.ofHours(1), false)).isGreaterThan(100);
  }

  @Test
  void aKillIsReadAsStageAtSeconds() {
    assertThat(Kill.parse("dga-detector@10"))
        .isEqualTo(new Kill("dga-detector", Duration.ofSeconds(10)));
    assertThat(Kill.parse("a@1.5")).isEqualTo(new Kill("a", Duration.ofMillis(1_500)));
    assertThat(Kill.parse("a@1.5")).hasToString("a@1.5");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "a@", "@3", "a@-1", "a@x", "a@NaN", "a@1e9"})
  void anythingElseIsRefusedWithAnExample(String text) {
    assertThatThrownBy(() -> Kill.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("STAGE@SECONDS");
  }
}
