package io.hamstring.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {

  private static final Pattern SCHEMA = Pattern.compile(Durations.PATTERN);

  @ParameterizedTest(name = "{0} is {1} ms")
  @CsvSource(
      textBlock =
          """
          0s,            0
          0ms,           0
          50ms,          50
          30s,           30000
          5m,            300000
          5m1ms,         300001
          1h30m,         5400000
          1h30m15s250ms, 5415250
          90m,           5400000
          99999h,        359996400000
          999999999ms,   999999999
          """)
  void aNumberWithAUnitIsADuration(String text, long millis) {
    assertThat(Durations.parse(text)).isEqualTo(Duration.ofMillis(millis));
    assertThat(SCHEMA.matcher(text).find()).isTrue();
  }

  @ParameterizedTest(name = "''{0}''")
  @ValueSource(
      strings = {
        "", " ", "5", "5 m", " 5m", "5m ", "-5s", "+5s", "1.5s", "5min", "5M", "PT5M", "1m1h",
        "1s1s", "ms", "1e3s", "100000h", "1d", "٥s"
      })
  void anythingElseIsRefusedByParserAndSchema(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Durations.parse(text))
        .withMessage(
            "'"
                + text
                + "' is no duration; write a number with a unit, such as 50ms, 30s, 5m or 1h30m");
    assertThat(SCHEMA.matcher(text).find()).isFalse();
  }

  @ParameterizedTest(name = "{0} ms is {1}")
  @CsvSource(
      textBlock =
          """
          0,       0s
          50,      50ms
          1000,    1s
          60000,   1m
          90000,   1m30s
          5400000, 1h30m
          3600001, 1h1ms
          90000000, 25h
          """)
  void theTextHasEachUnitThatCounts(long millis, String text) {
    assertThat(Durations.format(Duration.ofMillis(millis))).isEqualTo(text);
  }

  @Test
  void whatIsFormattedIsReadBack() {
    var random = new Random(7);
    for (int i = 0; i < 2_000; i++) {
      var duration = Duration.ofMillis(random.nextLong(1L << random.nextInt(1, 38)));

      assertThat(Durations.parse(Durations.format(duration))).isEqualTo(duration);
    }
  }

  @Test
  void aDurationThatNoTextSaysIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Durations.format(Duration.ofMillis(-1)))
        .withMessageContaining("negative");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Durations.format(Duration.ofHours(100_000)))
        .withMessageContaining("99999h");
  }
}
