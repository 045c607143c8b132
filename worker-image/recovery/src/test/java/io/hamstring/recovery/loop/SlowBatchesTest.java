package io.hamstring.recovery.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.contract.FailureKind;
import io.hamstring.contract.settings.WorkerSettings.OffsetReset;
import io.hamstring.recovery.simulation.Protocol;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Batches that take long, too long, or for ever. */
class SlowBatchesTest {

  private static final Duration THRICE_THE_HEARTBEAT = Duration.ofSeconds(15);

  @ParameterizedTest
  @EnumSource
  void aBatchThatTakesLongCostsNoMembershipAndARebalanceIsSeenMeanwhile(Protocol protocol) {
    var scene = new Scene(protocol, Copying.everything(), OffsetReset.EARLIEST);
    scene.kafka.create(Scene.IN, 2, 1_000_000);
    scene.write(0, "a");
    scene.write(1, "b");
    var first = scene.start("first");
    first.stuck = true;
    scene.pass(THRICE_THE_HEARTBEAT);
    var member = first.worker.report().memberId();

    var second = scene.start("second");
    long joined = scene.kafka.now();
    scene.until(() -> second.worker.report().partitions().size() == 1);
    var took = Duration.ofNanos(scene.kafka.now() - joined);
    first.stuck = false;
    scene.untilNoLag();

    assertThat(took).isLessThan(Duration.ofSeconds(5));
    assertThat(first.worker.report().memberId()).isEqualTo(member);
    assertThat(first.worker.report().rebalances().lost()).isZero();
    assertThat(Scene.causes(first)).doesNotContain(FailureKind.MEMBERSHIP_LOST);
    assertThat(scene.outputs()).containsExactlyInAnyOrder("a", "b");
  }

  @Test
  void aBatchOverTheDeadlineIsInterruptedHalvedAndGivenUpOnlyAlone() {
    var processor = Copying.everything();
    var scene = Scene.of(processor, "0", "1", "2", "3", "4", "5", "6", "7", "8", "9");
    var worker = scene.start("pod");
    // The first batches hold one and two; the next is a batch of four, then two, then one.
    scene.until(() -> processor.sizes.size() == 2);
    worker.stuck = true;

    for (int interrupts = 1; interrupts <= 3; interrupts++) {
      int seen = interrupts;
      scene.until(() -> worker.interrupts == seen);
      worker.stuck = false;
      scene.until(() -> processor.sizes.size() == 2 + seen);
      worker.stuck = true;
    }
    worker.stuck = false;
    scene.untilNoLag();

    assertThat(processor.sizes.subList(0, 5)).containsExactly(1, 2, 4, 2, 1);
    assertThat(scene.outputs()).hasSize(10);
    assertThat(worker.worker.report().rebalances().lost()).isZero();
    assertThat(worker.worker.hasSurrendered()).isFalse();
  }

  @Test
  void aBatchThatWillNotEndMakesItsWorkerLeaveForGoodAndAnotherGoesOn() {
    var scene = Scene.of(Copying.everything(), "a");
    var stuck = scene.start("stuck");
    stuck.stuck = true;
    scene.until(() -> stuck.interrupts > 0);
    var interrupted = Duration.ofNanos(scene.kafka.now());
    var other = scene.start("other");

    scene.until(stuck.worker::isOver);
    var over = Duration.ofNanos(scene.kafka.now());
    scene.untilNoLag();

    assertThat(stuck.worker.hasSurrendered()).isTrue();
    assertThat(interrupted).isGreaterThan(Scene.POLL_INTERVAL);
    assertThat(over.minus(interrupted)).isBetween(Scene.SHUTDOWN, Scene.SHUTDOWN.plusSeconds(5));
    assertThat(other.worker.report().partitions()).hasSize(1);
    assertThat(scene.outputs()).containsExactly("a");
  }

  @Test
  void aStopWaitsForABatchNoLongerThanItMayAndCommitsNothingOfIt() {
    var scene = Scene.of(Copying.everything(), "a");
    var worker = scene.start("pod");
    worker.stuck = true;
    scene.pass(Duration.ofSeconds(5));

    long stopped = scene.kafka.now();
    worker.worker.stop();
    scene.until(worker.worker::isOver);
    var took = Duration.ofNanos(scene.kafka.now() - stopped);

    assertThat(took).isBetween(Scene.SHUTDOWN, Scene.SHUTDOWN.plusSeconds(5));
    assertThat(scene.outputs()).isEmpty();
    assertThat(scene.kafka.committed(Scene.in(0))).isZero();
  }
}
