package io.hamstring.operator.scale;

import static io.hamstring.operator.telemetry.Looks.T0;
import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.operator.spec.Workers.Scaled;
import io.hamstring.operator.telemetry.Figure;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScalerTest {

  private static final Scaler SCALER = new Scaler(Duration.ofMinutes(5));

  private static Scaled bounds(int min, int max) {
    return new Scaled(min, max, Duration.ofSeconds(60), Scaled.Effect.APPLIED, OptionalInt.empty());
  }

  private static StageLoad load(int partitions, double arriving, long lag) {
    return new StageLoad(
        partitions, Figure.of(lag), OptionalDouble.of(arriving), OptionalDouble.empty(), "");
  }

  private static ScaleState with(int workers, Double rate) {
    return new ScaleState(workers, ScaleReason.FITS, "", T0, rate, null, 0);
  }

  private static ScaleState next(Scaled bounds, StageLoad load, ScaleState before, long second) {
    return SCALER.next(bounds, load, before, T0.plusSeconds(second));
  }

  @ParameterizedTest(
      name = "{0}-{1} workers, {2} partitions, {3}/s arrive, {4} wait, one does {5}/s: {6}")
  @CsvSource(
      textBlock =
          """
          # what arrives, and what waits within a minute
          1, 6, 6,   90,     0, 100, 1
          1, 6, 6,  100,     0, 100, 1
          1, 6, 6,  101,     0, 100, 2
          1, 6, 6,   60,  6000, 100, 2
          # the busiest worker must keep up with its whole partitions: 4 of 6 would not
          1, 6, 6,  310,     0, 100, 6
          1, 6, 6,  300,     0, 100, 3
          1, 9, 12, 310,     0, 100, 4
          1, 9, 12, 410,     0, 100, 6
          # never more than there are partitions, or than the spec allows, or fewer
          1, 9, 6, 9999,     0, 100, 6
          1, 5, 6, 9999,     0, 100, 3
          4, 9, 6, 9999, 99999, 100, 6
          2, 9, 6,    0,     0, 100, 2
          1, 1, 6, 9999,     0, 100, 1
          # one partition keeps one worker busy at most
          1, 9, 1, 9999,     0, 100, 1
          """)
  void theNumberFollowsTheLoad(
      int min, int max, int partitions, double arriving, long lag, double rate, int expected) {
    var state = next(bounds(min, max), load(partitions, arriving, lag), with(min, rate), 0);

    assertThat(state.replicas()).isEqualTo(expected);
    assertThat(state.reason()).isEqualTo(expected == min ? ScaleReason.FITS : ScaleReason.GREW);
  }

  @Test
  void fewerAreAskedForOnlyAfterFewerWouldHaveDoneAllTheTime() {
    var bounds = bounds(1, 6);
    var state = with(6, 100.0);

    state = next(bounds, load(6, 50, 0), state, 0);
    state = next(bounds, load(6, 150, 0), state, 100);
    state = next(bounds, load(6, 50, 0), state, 299);
    assertThat(state.replicas()).isEqualTo(6);
    assertThat(state.reason()).isEqualTo(ScaleReason.WAITS);

    state = next(bounds, load(6, 50, 0), state, 300);
    assertThat(state.replicas()).as("the most that was needed meanwhile").isEqualTo(2);
    assertThat(state.reason()).isEqualTo(ScaleReason.SHRANK);
  }

  @Test
  void aPeakStartsTheWaitAnew() {
    var bounds = bounds(1, 6);

    var state = next(bounds, load(6, 50, 0), with(6, 100.0), 0);
    state = next(bounds, load(6, 600, 0), state, 290);
    state = next(bounds, load(6, 50, 0), state, 300);

    assertThat(state.replicas()).isEqualTo(6);
    assertThat(state.lowerSince()).isEqualTo(T0.plusSeconds(300));
  }

  @Test
  void nothingIsChangedWhileLagIsUnknownOrTheFleetIsUnsettled() {
    var unknown =
        new StageLoad(
            6, Figure.unknown("no leader"), OptionalDouble.of(9999), OptionalDouble.empty(), "");
    var unsettled = load(6, 9999, 99_999).unsettledBy("w-1 is recovering");

    var blind = next(bounds(1, 6), unknown, with(2, 100.0), 0);
    var waiting = next(bounds(1, 6), unsettled, with(2, 100.0), 0);

    assertThat(blind.replicas()).isEqualTo(2);
    assertThat(blind.reason()).isEqualTo(ScaleReason.LAG_UNKNOWN);
    assertThat(blind.message()).contains("no leader");
    assertThat(waiting.replicas()).isEqualTo(2);
    assertThat(waiting.reason()).isEqualTo(ScaleReason.UNSETTLED);
    assertThat(waiting.message()).contains("w-1 is recovering");
  }

  @Test
  void aSpecWithOtherBoundsCountsAtOnceWhateverIsKnown() {
    var unknown =
        new StageLoad(
            6, Figure.unknown("no leader"), OptionalDouble.empty(), OptionalDouble.empty(), "");

    assertThat(next(bounds(1, 3), unknown, with(6, null), 0).replicas()).isEqualTo(3);
    assertThat(next(bounds(4, 6), unknown, with(2, null), 0).replicas()).isEqualTo(4);
  }

  @Test
  void withoutAMeasuredRateABacklogIsMeasuredAndNoBacklogIsTriedWithFewer() {
    var backlog = next(bounds(1, 6), load(6, 100, 5000), with(2, null), 0);
    var none = next(bounds(1, 6), load(6, 100, 10), with(6, null), 0);

    assertThat(backlog.reason()).isEqualTo(ScaleReason.MEASURING);
    assertThat(backlog.replicas()).isEqualTo(2);
    assertThat(next(bounds(1, 6), load(6, 100, 10), none, 300).replicas())
        .as("5 would leave the busiest as many partitions as 3")
        .isEqualTo(3);
  }

  @Test
  void aNewMeasurementMovesWhatWasKnownHalfWay() {
    var faster = new StageLoad(6, Figure.of(0), OptionalDouble.of(0), OptionalDouble.of(300), "");

    assertThat(next(bounds(1, 6), faster, with(1, 100.0), 0).rate()).isEqualTo(200.0);
    assertThat(next(bounds(1, 6), faster, with(1, null), 0).rate()).isEqualTo(300.0);
  }

  @Test
  void aSteadyLoadSaysTheSameAgainAndAgain() {
    var first = next(bounds(1, 6), load(6, 0, 0), with(1, 100.0), 0);

    assertThat(next(bounds(1, 6), load(6, 0, 0), first, 3600)).isEqualTo(first);
    assertThat(first.message()).contains("0 records/s arrive", "one worker does 100/s");
  }
}
