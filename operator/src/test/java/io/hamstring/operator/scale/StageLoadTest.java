package io.hamstring.operator.scale;

import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.contract.FailureKind;
import io.hamstring.contract.report.WorkerReport.HeldBecause;
import io.hamstring.operator.telemetry.Looks;
import io.hamstring.operator.telemetry.Looks.Report;
import io.hamstring.operator.telemetry.StageObservation;
import io.hamstring.operator.telemetry.StageWindow;
import io.hamstring.operator.telemetry.WindowMemory;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class StageLoadTest {

  private static final Duration SPAN = Duration.ofMinutes(5);
  private static final Duration OVER = Duration.ofSeconds(30);

  /** Two partitions, 100 records a second into each, of which one worker does {@code rate}. */
  private static Looks busy(long second, long rate) {
    var done = rate * second / 2;
    var end = 10_000 + 100 * second;
    return Looks.at(second).member("w-0").partition(0, done, end).partition(1, done, end);
  }

  private static StageLoad load(int workers, StageObservation... looks) {
    var window = StageWindow.opening(SPAN, WindowMemory.EMPTY, looks[0]);
    for (int i = 1; i < looks.length; i++) {
      window = window.plus(SPAN, looks[i]);
    }
    var last = looks[looks.length - 1].at();
    return StageLoad.of(window, workers, OVER, Duration.ofSeconds(30), last);
  }

  private static StageObservation with(Looks look) {
    return look.worker(Report.of("w-0", 1).report()).look();
  }

  @Test
  void arrivalAndRateAreWhatTheOffsetsSay() {
    var load = load(1, with(busy(0, 60)), with(busy(30, 60)), with(busy(60, 60)));

    assertThat(load.arriving()).hasValue(200);
    assertThat(load.rate()).hasValue(60);
    assertThat(load.lag().value()).isEqualTo(20_000 + 60 * 140);
    assertThat(load.partitions()).isEqualTo(2);
    assertThat(load.unsettled()).isEmpty();
  }

  @Test
  void aWorkerThatHadNothingToDoDoesNotSayWhatItCan() {
    var idle = Looks.at(0).partition(0, 1000, 1000);
    var later = Looks.at(30).partition(0, 4000, 4000);

    var load = load(1, with(idle), with(later));

    assertThat(load.arriving()).hasValue(100);
    assertThat(load.rate()).isEmpty();
  }

  @Test
  void aFirstLookKnowsNoRates() {
    assertThat(load(1, with(busy(0, 60))).arriving()).isEmpty();
  }

  @Test
  void whatWaitsInAHeldPartitionIsNoLoad() {
    var look =
        busy(0, 60).worker(Report.of("w-0", 1).holding(1, HeldBecause.POISON).report()).look();

    assertThat(load(1, look).lag().value()).isEqualTo(10_000);
  }

  @Test
  void lagThatIsPartlyUnknownIsUnknown() {
    var load = load(1, with(Looks.at(0).partition(0, 1, 9).unknown(1)));

    assertThat(load.lag().unknownBecause()).contains("in-1");
  }

  @Test
  void aFleetThatIsNotWholeOrRecoversIsUnsettledAndItsRateIsNotMeasured() {
    var recovering =
        busy(60, 60)
            .worker(Report.of("w-0", 1).recovering(FailureKind.TRANSPORT_LOST, 55).report())
            .look();

    assertThat(load(2, with(busy(0, 60))).unsettled()).contains("1 members for 2 workers");
    assertThat(load(1, with(busy(0, 60)), with(busy(30, 60)), recovering))
        .matches(load -> load.unsettled().contains("w-0 is recovering from TRANSPORT_LOST"))
        .matches(load -> load.rate().isEmpty());
    assertThat(load(1, busy(0, 60).silentWorker("w-0").look()).unsettled()).contains("not heard");
  }
}
