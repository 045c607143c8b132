package io.hamstring.operator.telemetry;

import static io.hamstring.operator.telemetry.Looks.T0;
import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.contract.FailureKind;
import io.hamstring.contract.settings.WorkerSettings.OffsetReset;
import io.hamstring.operator.telemetry.Looks.Report;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class StageWindowTest {

  private static final Duration SPAN = Duration.ofMinutes(10);

  private static StageWindow window(StageObservation first, StageObservation... more) {
    var window = StageWindow.opening(SPAN, WindowMemory.EMPTY, first);
    for (var look : more) {
      window = window.plus(look);
    }
    return window;
  }

  @Test
  void silenceBeginsWhenThereIsSomethingToReadAndNotWhenTheLastCommitWas() {
    var window =
        window(
            Looks.at(0).partition(0, 10, 10).look(),
            Looks.at(3600).partition(0, 10, 10).look(),
            Looks.at(3605).partition(0, 10, 12).look());

    assertThat(window.silentSince()).contains(T0.plusSeconds(3605));
  }

  @Test
  void aCommitInAnyPartitionStartsTheSilenceAnewAndNoLagEndsIt() {
    var behind = Looks.at(0).partition(0, 0, 10).partition(1, 0, 10).look();
    var moved = Looks.at(5).partition(0, 0, 10).partition(1, 3, 10).look();
    var done = Looks.at(10).partition(0, 10, 10).partition(1, 10, 10).look();

    assertThat(window(behind, moved).silentSince()).contains(T0.plusSeconds(5));
    assertThat(window(behind, moved, done).silentSince()).isEmpty();
  }

  @Test
  void silenceGoesOnWhileLagIsUnknownAndSurvivesARestart() {
    var window =
        window(Looks.at(0).partition(0, 0, 10).look(), Looks.at(5).unknown(0).unreachable().look());
    var reopened =
        StageWindow.opening(SPAN, window.memory(), Looks.at(60).partition(0, 0, 10).look());

    assertThat(window.silentSince()).contains(T0);
    assertThat(reopened.silentSince()).contains(T0);
  }

  @Test
  void aCommitWhileNoOperatorLookedStartsTheSilenceAnew() {
    var memory = window(Looks.at(0).partition(0, 3, 10).look()).memory();

    var blind = StageWindow.opening(SPAN, memory, Looks.at(600).unknown(0).look());
    var seen = blind.plus(Looks.at(605).partition(0, 8, 20).look());

    assertThat(blind.silentSince()).contains(T0);
    assertThat(blind.memory().committed()).isEqualTo(3);
    assertThat(seen.silentSince()).contains(T0.plusSeconds(605));
    assertThat(seen.plus(Looks.at(700).partition(0, 8, 30).look()).silentSince())
        .contains(T0.plusSeconds(605));
  }

  @Test
  void theSilenceBeginsAnewWhenWorkersAreWantedAgain() {
    var board = new TelemetryBoard();
    var stage = new PipelineKey("security", "dns").stage("detector");
    board.record(stage, SPAN, Looks.at(0).partition(0, 3, 10).look());

    board.rest(stage);
    var resting = board.of(stage).orElseThrow();
    board.record(stage, SPAN, Looks.at(3600).partition(0, 3, 500).look());

    assertThat(resting.silentSince()).isEmpty();
    assertThat(board.of(stage).orElseThrow().silentSince()).contains(T0.plusSeconds(3600));
  }

  @Test
  void whatAPredecessorRememberedIsNotForgottenBeforeTheFirstLook() {
    var board = new TelemetryBoard();
    var stage = new PipelineKey("security", "dns").stage("detector");
    var memory = new WindowMemory(T0, List.of(), 3L);

    board.remember(stage, memory);

    assertThat(board.memoryOf(stage)).contains(memory);
  }

  @Test
  void aCommitThatFellIntoAnOutageStartsTheSilenceAnew() {
    var window =
        window(
            Looks.at(0).partition(0, 0, 10).look(),
            Looks.at(5).unreachable().look(),
            Looks.at(600).partition(0, 4, 20).look());

    assertThat(window.silentSince()).contains(T0.plusSeconds(600));
  }

  @Test
  void aPartitionWithoutACommitInAGroupThatHasOthersIsReadFromItsBeginning() {
    var look =
        new StageObservation(
            T0,
            ClusterReach.REACHED,
            OffsetReset.LATEST,
            Looks.at(0).partition(0, 5, 5).partition(1, -1, 50).look().partitions(),
            new TreeMap<>(),
            List.of(),
            GroupView.of(List.of()),
            List.of());

    assertThat(look.lag().total()).isEqualTo(Figure.of(50));
  }

  @Test
  void aPartlyUnknownLagCountsWhatIsKnownAndNamesTheRest() {
    var lag = Looks.at(0).partition(0, 3, 10).unknown(1).look().lag();

    assertThat(lag.total()).isEqualTo(Figure.of(7));
    assertThat(lag.unknown()).containsExactly("in-1");
    assertThat(lag.isWhole()).isFalse();
  }

  @Test
  void anInputTopicThatIsMissingMakesTheLagPartial() {
    var lag = Looks.at(0).partition(0, 3, 10).missing("gone").look().lag();

    assertThat(lag.total()).isEqualTo(Figure.of(7));
    assertThat(lag.unknown()).containsExactly("gone");
  }

  @Test
  void totalsGoOnOverARestartAndBeginAtTheFirstLook() {
    var window =
        window(
            Looks.at(0).worker(Report.of("w-0", 1).aborts(100).report()).look(),
            Looks.at(5).worker(Report.of("w-0", 1).aborts(104).report()).look(),
            Looks.at(10).worker(Report.of("w-0", 2).startedAt(7).aborts(2).report()).look());

    assertThat(window.totals().aborts()).isEqualTo(6);
  }

  @Test
  void aWorkerThatDoesNotAnswerKeepsItsLastWordAndItsAge() {
    var window =
        window(
            Looks.at(0).worker(Report.of("w-0", 1).report()).look(),
            Looks.at(20).silentWorker("w-0").look());
    var worker = window.latest().workers().get(0);

    assertThat(worker.isFresh(T0.plusSeconds(20), Duration.ofSeconds(30))).isTrue();
    assertThat(worker.isFresh(T0.plusSeconds(31), Duration.ofSeconds(30))).isFalse();
    assertThat(worker.silentBecause()).isEqualTo("timed out");
  }

  @Test
  void aRecoveryIsCountedOnceWhileItGoesOnAndAfterItEnded() {
    var window =
        window(
            Looks.at(0)
                .worker(Report.of("w-0", 1).recovering(FailureKind.COMMIT_REFUSED, 0).report())
                .look(),
            Looks.at(5)
                .worker(Report.of("w-0", 1).recovered(FailureKind.MEMBERSHIP_LOST, 0).report())
                .look(),
            Looks.at(10)
                .worker(
                    Report.of("w-0", 2)
                        .startedAt(7)
                        .recovered(FailureKind.MEMBERSHIP_LOST, 9)
                        .report())
                .look());

    assertThat(window.recoveriesAfter(T0.minusSeconds(1)))
        .extracting(WorkerRecovery::cause)
        .containsExactly(FailureKind.MEMBERSHIP_LOST, FailureKind.MEMBERSHIP_LOST);
  }

  @Test
  void aWindowHoldsNoMoreHoweverLongItLooks() {
    var window = window(Looks.at(0).partition(0, 0, 0).look());
    for (int second = 1; second < 20_000; second++) {
      window = window.plus(Looks.at(second).partition(0, second, second).look());
    }

    assertThat(window.sampleCount()).isLessThanOrEqualTo(SampleTrail.MAX);
    assertThat(window.at(T0.plusSeconds(20_000 - 300)).at())
        .isBetween(T0.plusSeconds(20_000 - 311), T0.plusSeconds(20_000 - 300));
  }
}
