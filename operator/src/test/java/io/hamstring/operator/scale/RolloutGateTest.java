package io.hamstring.operator.scale;

import static io.hamstring.operator.telemetry.Looks.T0;
import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.operator.telemetry.Looks;
import io.hamstring.operator.telemetry.Looks.Report;
import io.hamstring.operator.telemetry.StageWindow;
import io.hamstring.operator.telemetry.WindowMemory;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RolloutGateTest {

  private static final Set<String> NEW = Set.of("new");
  private static final Set<String> OLD = Set.of("old");

  private static String waitsFor(Looks looks, Set<String> newest, Set<String> older) {
    var window = StageWindow.opening(Duration.ofMinutes(1), WindowMemory.EMPTY, looks.look());
    return RolloutGate.waitsFor(window, newest, older, Duration.ofSeconds(30), T0);
  }

  private static Looks lagging() {
    return Looks.at(0).partition(0, 5, 9).partition(1, 9, 9);
  }

  private static Report fresh() {
    return Report.of("new", 1).workedOnNothing();
  }

  @Test
  void itWaitsForANewWorkerThatOwnsRecordsAndHasCommittedNothing() {
    var looks = lagging().worker(fresh().owning(0).report());

    assertThat(waitsFor(looks, NEW, OLD))
        .isEqualTo("the new worker new has committed nothing while records wait in in-0");
  }

  @Test
  void itGoesOnWithAWorkerThatHasCommittedOrHasNothingToCommit() {
    assertThat(waitsFor(lagging().worker(Report.of("new", 1).owning(0).report()), NEW, OLD))
        .isEmpty();
    assertThat(waitsFor(lagging().worker(fresh().owning(1).report()), NEW, OLD)).isEmpty();
    assertThat(waitsFor(lagging().worker(fresh().report()), NEW, OLD)).isEmpty();
  }

  @Test
  void itWaitsForANewWorkerThatIsNotInTheGroupOrSilent() {
    assertThat(waitsFor(lagging().worker(fresh().outside().report()), NEW, OLD))
        .isEqualTo("the new worker new is not in the group");
    assertThat(waitsFor(lagging().readyButSilent("new"), NEW, OLD))
        .isEqualTo("the new worker new was not heard yet");
  }

  @Test
  void anOldWorkerOrOneOfASpecThatWasMendedSinceHoldsNothingUp() {
    var broken = lagging().worker(fresh().owning(0).report());

    assertThat(waitsFor(broken, Set.of(), Set.of("new", "old"))).isEmpty();
    assertThat(waitsFor(broken, Set.of("newer"), Set.of("new"))).isEmpty();
  }

  @Test
  void whatIsNotReadyIsKubernetesOwnToWaitFor() {
    assertThat(waitsFor(lagging().silentWorker("new"), NEW, OLD)).isEmpty();
  }

  @Test
  void withoutOldWorkersOrWithoutKafkaThereIsNothingToDecide() {
    var broken = lagging().worker(fresh().owning(0).report());

    assertThat(waitsFor(broken, NEW, Set.of())).isEmpty();
    assertThat(waitsFor(broken.unreachable(), NEW, OLD)).isEmpty();
  }
}
