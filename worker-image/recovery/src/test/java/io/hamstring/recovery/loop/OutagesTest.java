package io.hamstring.recovery.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.contract.FailureKind;
import io.hamstring.contract.settings.WorkerSettings.OffsetReset;
import io.hamstring.recovery.simulation.Protocol;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Brokers, topics and ids that are not there, or another's. */
class OutagesTest {

  @Test
  void brokersThatFallSilentOnAnIdleWorkerAreFoundGoneAndItsMembershipIsLetGo() {
    var scene = Scene.of(Copying.everything(), "a");
    var worker = scene.start("pod");
    scene.untilNoLag();
    scene.pass(Duration.ofSeconds(30));
    var whileAllIsWell = Scene.causes(worker);

    worker.client.cutOff(true);
    scene.pass(Duration.ofSeconds(30));
    var recovering = worker.worker.recovery().unfinished().orElseThrow();
    var live = worker.worker.isLive();
    scene.write(0, "b");
    worker.client.cutOff(false);
    scene.untilNoLag();

    assertThat(whileAllIsWell).isEmpty();
    assertThat(recovering.cause()).isEqualTo(FailureKind.TRANSPORT_LOST);
    assertThat(live).isTrue();
    assertThat(scene.outputs()).containsExactly("a", "b");
  }

  @Test
  void brokersThatCannotBeFoundAtTheStartAreWaitedFor() {
    var scene = Scene.of(Copying.everything(), "a");
    var worker = scene.start("pod");
    worker.client.cutOff(true);
    scene.pass(Duration.ofMinutes(15));

    var live = worker.worker.isLive();
    worker.client.cutOff(false);
    long back = scene.kafka.now();
    scene.untilNoLag();

    assertThat(live).isTrue();
    assertThat(Duration.ofNanos(scene.kafka.now() - back)).isLessThan(Duration.ofSeconds(30));
  }

  @Test
  void aStopInAnOutageEndsAllTheSame() {
    var scene = Scene.of(Copying.everything(), "a");
    var worker = scene.start("pod");
    scene.untilNoLag();
    worker.client.cutOff(true);
    scene.write(0, "b");

    long stopped = scene.kafka.now();
    worker.worker.stop();
    scene.until(worker.worker::isOver);

    assertThat(Duration.ofNanos(scene.kafka.now() - stopped)).isLessThan(Duration.ofSeconds(30));
  }

  @Test
  void anInputTopicThatIsNotThereIsWaitedForAndNamed() {
    var scene = Scene.of(Copying.everything());
    var worker = scene.start("pod");
    scene.pass(Duration.ofMinutes(2));
    var recovering = worker.worker.recovery().unfinished().orElseThrow();

    scene.kafka.create(Scene.IN, 1, 1_000_000);
    scene.write(0, "a");
    scene.untilNoLag();

    assertThat(recovering.cause()).isEqualTo(FailureKind.TOPIC_MISSING);
    assertThat(recovering.detail()).contains(Scene.IN);
    assertThat(recovering.attempt()).isLessThan(5);
    scene.until(() -> scene.outputs().contains("a"));
  }

  @Test
  void anOutputTopicThatIsNotThereIsNoOutageAndMovesNoOffset() {
    var scene = Scene.of(Copying.everything(), "a");
    scene.kafka.delete(Scene.OUT);
    var worker = scene.start("pod");
    scene.until(
        () ->
            worker
                .worker
                .recovery()
                .unfinished()
                .filter(recovery -> recovery.cause() == FailureKind.TOPIC_MISSING)
                .isPresent());
    var committed = scene.kafka.committed(Scene.in(0));

    scene.kafka.create(Scene.OUT, 1, 2_000);
    scene.untilNoLag();

    assertThat(committed).isZero();
    assertThat(scene.outputs()).containsExactly("a");
  }

  @Test
  void aProducerThatIsFencedLosesItsBatchAndNothingElse() {
    var scene = Scene.of(Copying.everything(), "0", "1", "2", "3", "4", "5", "6", "7", "8", "9");
    var worker = scene.start("pod");
    scene.until(() -> worker.worker.recovery().held().input());
    scene.kafka.fence(worker.incarnation.transactionalId());

    scene.until(() -> Scene.causes(worker).contains(FailureKind.PRODUCER_LOST));
    scene.untilNoLag();

    assertThat(Scene.causes(worker)).containsExactly(FailureKind.PRODUCER_LOST);
    assertThat(scene.outputs()).hasSize(10).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @EnumSource
  void twoHoldersOfOneIdFindOutAndDoNotFenceEachOtherForEver(Protocol protocol) {
    var scene = new Scene(protocol, Copying.everything(), OffsetReset.EARLIEST);
    scene.kafka.create(Scene.IN, 2, 1_000_000);
    var twins = List.of(scene.start("pod"), scene.start("pod"));
    int minutes = 20;
    for (int i = 0; i < minutes * 6; i++) {
      scene.write(i % 2, "v" + i);
      scene.pass(Duration.ofSeconds(10));
    }

    scene.untilNoLag();

    assertThat(scene.outputs()).hasSize(minutes * 6).doesNotHaveDuplicates();
    assertThat(recoveries(twins, FailureKind.INSTANCE_FENCED)).isPositive();
    long rebuilt =
        recoveries(twins, FailureKind.PRODUCER_LOST)
            + recoveries(twins, FailureKind.MEMBERSHIP_LOST)
            + recoveries(twins, FailureKind.INSTANCE_FENCED);
    assertThat(rebuilt).as("recoveries of both in %s minutes", minutes).isLessThan(minutes * 10L);
    assertThat(twins).allMatch(twin -> twin.worker.isLive());
  }

  private static long recoveries(List<SimulatedWorker> workers, FailureKind kind) {
    return workers.stream()
        .mapToLong(each -> each.worker.report().counters().recoveries().getOrDefault(kind, 0L))
        .sum();
  }

  @ParameterizedTest
  @EnumSource
  void aMemberThatJoinsWhileACommitIsUnderWayAbortsNothing(Protocol protocol) {
    var scene = new Scene(protocol, Copying.everything(), OffsetReset.EARLIEST);
    scene.kafka.create(Scene.IN, 4, 1_000_000);
    var first = scene.start("first");
    scene.until(() -> first.worker.report().partitions().size() == 4);
    for (int number = 0; number < 4; number++) {
      scene.write(number, "a" + number, "b" + number);
    }
    var second = scene.start("second");

    scene.untilNoLag();
    scene.until(() -> second.worker.report().partitions().size() == 2);

    assertThat(scene.outputs()).hasSize(8).doesNotHaveDuplicates();
    assertThat(first.worker.report().rebalances().lost()).isZero();
  }
}
