package io.hamstring.operator.condition;

import static io.hamstring.operator.symptom.ConditionStatus.FALSE;
import static io.hamstring.operator.symptom.ConditionStatus.TRUE;
import static io.hamstring.operator.symptom.ConditionStatus.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.operator.symptom.ConditionStatus;
import io.hamstring.operator.symptom.Verdict;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrackedTest {

  private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
  private static final Hysteresis HYSTERESIS =
      new Hysteresis(Duration.ofSeconds(15), Duration.ofSeconds(60), Duration.ofSeconds(30));

  private Tracked tracked = Tracked.of(Verdict.of(FALSE, "Fine", ""), T0);

  private void observe(ConditionStatus status, long second) {
    tracked =
        tracked.observe(
            new Verdict(status, "Reason" + status, "", 0), HYSTERESIS, T0.plusSeconds(second));
  }

  @ParameterizedTest(name = "{0} then {1}: believed after {2} s")
  @CsvSource(
      textBlock =
          """
          FALSE,   TRUE,    15
          UNKNOWN, TRUE,    15
          TRUE,    FALSE,   60
          UNKNOWN, FALSE,   0
          FALSE,   UNKNOWN, 30
          """)
  void aContraryVerdictMustHold(ConditionStatus from, ConditionStatus to, long hold) {
    tracked = Tracked.of(Verdict.of(from, "Before", ""), T0);

    observe(to, 100);
    if (hold > 0) {
      assertThat(tracked.due(HYSTERESIS)).contains(T0.plusSeconds(100 + hold));
      observe(to, 100 + hold - 1);
      assertThat(tracked.reported().status()).isEqualTo(from);
      observe(to, 100 + hold);
    }

    assertThat(tracked.reported().status()).isEqualTo(to);
    assertThat(tracked.since()).isEqualTo(T0.plusSeconds(100 + hold));
  }

  @Test
  void oneGoodLookStartsTheWaitAnew() {
    observe(TRUE, 10);
    observe(FALSE, 20);
    observe(TRUE, 22);
    observe(TRUE, 36);

    assertThat(tracked.reported().status()).isEqualTo(FALSE);
    assertThat(tracked.due(HYSTERESIS)).contains(T0.plusSeconds(37));
  }

  @Test
  void anAlertStaysWhenEvidenceRunsOut() {
    observe(TRUE, 0);
    observe(TRUE, 15);
    observe(UNKNOWN, 20);
    observe(UNKNOWN, 20_000);

    assertThat(tracked.reported().status()).isEqualTo(TRUE);
    assertThat(tracked.due(HYSTERESIS)).isEmpty();
  }

  @Test
  void aMessageIsRewrittenWhenItsFigureDoubledAndNotBefore() {
    tracked = Tracked.of(Verdict.alert("Lag", 100, "100 wait"), T0);

    for (var weight : new int[] {150, 199, 60}) {
      tracked = tracked.observe(Verdict.alert("Lag", weight, weight + " wait"), HYSTERESIS, T0);
      assertThat(tracked.reported().message()).isEqualTo("100 wait");
    }
    tracked = tracked.observe(Verdict.alert("Lag", 200, "200 wait"), HYSTERESIS, T0);

    assertThat(tracked.reported().message()).isEqualTo("200 wait");
    assertThat(tracked.since()).isEqualTo(T0);
  }
}
