package io.hamstring.recovery.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.contract.report.WorkerReport.WorkerState;
import io.hamstring.contract.report.WorkerRole;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Workers that wait to be told to join, in a scene's own time. */
class DutyTest {

  private final Scene scene = Scene.of(Copying.everything(), "a", "b", "c");

  @Test
  void aStandbyTakesNothingUntilItIsTold() {
    var worker = scene.startWarm("pod");
    scene.pass(Duration.ofSeconds(5));
    assertThat(worker.worker.report().role()).isEqualTo(WorkerRole.NONE);
    assertThat(worker.worker.report().ready()).isFalse();

    worker.worker.told(WorkerRole.STANDBY);
    scene.pass(Duration.ofSeconds(50));
    assertThat(worker.worker.report().role()).isEqualTo(WorkerRole.STANDBY);
    assertThat(worker.worker.report().ready()).isTrue();
    assertThat(worker.worker.report().state()).isEqualTo(WorkerState.RUNNING);
    assertThat(scene.outputs()).isEmpty();

    worker.worker.told(WorkerRole.ACTIVE);
    scene.untilNoLag();
    assertThat(scene.outputs()).containsExactly("a", "b", "c");
    assertThat(worker.worker.report().role()).isEqualTo(WorkerRole.ACTIVE);
    assertThat(worker.ended).isEmpty();
  }

  @Test
  void whoIsNotToldAnythingJoinsByItself() {
    var worker = scene.startWarm("pod");
    scene.pass(Duration.ofSeconds(30));
    worker.worker.told(WorkerRole.STANDBY);
    scene.pass(Duration.ofSeconds(58));
    assertThat(scene.outputs()).isEmpty();

    scene.pass(Duration.ofSeconds(5));
    assertThat(scene.outputs()).containsExactly("a", "b", "c");
    assertThat(worker.worker.report().ready()).isTrue();
  }

  @Test
  void whoIsToldToStandByCommitsWhatIsInWorkAndLeavesTheRestToOthers() {
    var first = scene.startWarm("first");
    first.worker.told(WorkerRole.ACTIVE);
    scene.untilNoLag();
    var second = scene.startWarm("second");
    second.worker.told(WorkerRole.STANDBY);
    scene.pass(Duration.ofSeconds(2));

    scene.write(0, "d", "e");
    first.worker.told(WorkerRole.STANDBY);
    second.worker.told(WorkerRole.ACTIVE);
    scene.until(() -> first.worker.report().ready() && scene.kafka.lag() == 0);
    assertThat(scene.outputs()).containsExactly("a", "b", "c", "d", "e");
    assertThat(first.worker.report().role()).isEqualTo(WorkerRole.STANDBY);
    assertThat(first.worker.report().memberId()).isNull();
    assertThat(first.worker.report().counters().aborts()).isZero();
    assertThat(first.worker.recovery().held().prepared()).isTrue();

    first.worker.stop();
    scene.until(first.worker::isOver);
    assertThat(first.worker.report().state()).isEqualTo(WorkerState.STOPPED);
  }
}
