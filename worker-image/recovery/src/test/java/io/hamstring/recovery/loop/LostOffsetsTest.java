package io.hamstring.recovery.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.contract.FailureKind;
import io.hamstring.contract.settings.WorkerSettings.OffsetReset;
import io.hamstring.recovery.simulation.Protocol;
import java.time.Duration;
import java.util.Collections;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Positions that a log does not have, and groups without offsets: a loss is told, never silent. */
class LostOffsetsTest {

  @Test
  void whatRetentionTookIsCountedAndReadingGoesOnAtTheLogsStart() {
    var scene = Scene.of(Copying.everything(), "a", "b", "c", "d", "e");
    scene.kafka.setOffset(Scene.in(0), 1);
    scene.kafka.deleteBelow(Scene.in(0), 4);
    var worker = scene.start("pod");

    scene.untilNoLag();

    assertThat(scene.outputs()).containsExactly("e");
    assertThat(Scene.causes(worker)).containsExactly(FailureKind.OFFSETS_LOST);
    assertThat(worker.ended.get(0).detail()).contains("in-0", "at 4", "3 offsets are gone");
  }

  @Test
  void anEmptyLogThatMovedOnLeavesNoLag() {
    var scene = Scene.of(Copying.everything(), "a", "b", "c", "d", "e");
    scene.kafka.setOffset(Scene.in(0), 1);
    scene.kafka.deleteBelow(Scene.in(0), 5);
    var worker = scene.start("pod");

    scene.untilNoLag();

    assertThat(scene.outputs()).isEmpty();
    assertThat(worker.ended.get(0).detail()).contains("4 offsets are gone");
  }

  @Test
  void aLogThatWasCutGoesOnAtItsEndNowAndAfterARestart() {
    for (boolean restart : new boolean[] {false, true}) {
      var scene = Scene.of(Copying.everything(), "a", "b", "c", "d", "e");
      var worker = scene.start("pod");
      scene.untilNoLag();
      if (restart) {
        worker.worker.stop();
        scene.until(worker.worker::isOver);
      }

      scene.kafka.truncate(Scene.in(0), 3);
      var next = restart ? scene.start("pod", 2) : worker;
      scene.until(() -> !next.ended.isEmpty());
      scene.write(0, "new");
      scene.untilNoLag();

      assertThat(scene.outputs()).containsExactly("a", "b", "c", "d", "e", "new");
      assertThat(next.ended.get(0).detail()).contains("at 3 instead of 5", "the log ends there");
    }
  }

  @Test
  void aTopicThatIsMadeAnewUnderALivingWorkerIsReadFromItsStart() {
    var scene = Scene.of(Copying.everything(), "a", "b", "c", "d", "e");
    var worker = scene.start("pod");
    scene.untilNoLag();

    scene.kafka.makeAnew(Scene.IN);
    scene.write(0, "x", "y");
    scene.until(() -> scene.outputs().contains("y") && scene.kafka.lag() == 0);

    assertThat(scene.outputs()).containsExactly("a", "b", "c", "d", "e", "x", "y");
    assertThat(worker.ended.get(0).detail()).contains("topic made anew");
  }

  @Test
  void aTopicThatIsMadeAnewIsReadFromItsStartUnderLatestToo() {
    var scene = new Scene(Protocol.CONSUMER, Copying.everything(), OffsetReset.LATEST);
    scene.kafka.create(Scene.IN, 1, 1_000_000);
    scene.write(0, "old", "older");
    var worker = scene.start("pod");
    scene.untilNoLag();
    scene.write(0, "a");
    scene.untilNoLag();

    scene.kafka.makeAnew(Scene.IN);
    scene.write(0, "x", "y");
    scene.until(() -> scene.outputs().contains("y"));

    assertThat(scene.outputs()).containsExactly("a", "x", "y");
    assertThat(Scene.causes(worker)).containsExactly(FailureKind.OFFSETS_LOST);
    assertThat(worker.ended.get(0).detail()).contains("topic made anew");
  }

  @Test
  void offsetsThatOutlivedTheirTopicAreNotTakenForThoseOfTheNewOne() {
    var scene = Scene.of(Copying.everything(), "a", "b", "c");
    var worker = scene.start("pod");
    scene.untilNoLag();
    worker.worker.stop();
    scene.until(worker.worker::isOver);
    var offset = scene.kafka.offset(Scene.in(0)).orElseThrow();

    scene.kafka.makeAnew(Scene.IN);
    scene.kafka.setOffset(Scene.in(0), offset);
    scene.write(0, "x", "y", "z", "last");
    var next = scene.start("pod", 2);
    scene.until(() -> scene.outputs().contains("last"));

    assertThat(scene.outputs()).containsExactly("a", "b", "c", "x", "y", "z", "last");
    assertThat(Scene.causes(next)).contains(FailureKind.OFFSETS_LOST);
  }

  @Test
  void aPartitionThatIsAddedLaterIsReadFromItsBeginningUnderLatestToo() {
    var scene = new Scene(Protocol.CONSUMER, Copying.everything(), OffsetReset.LATEST);
    scene.kafka.create(Scene.IN, 3, 1_000_000);
    IntStream.range(0, 3).forEach(number -> scene.write(number, "old"));
    scene.start("pod");
    scene.untilNoLag();
    scene.write(0, "later");
    scene.untilNoLag();

    scene.kafka.grow(Scene.IN, 6);
    IntStream.range(3, 6)
        .forEach(
            number -> scene.write(number, Collections.nCopies(50, "new").toArray(String[]::new)));
    scene.untilNoLag();

    assertThat(scene.outputs()).hasSize(151).doesNotContain("old");
  }

  @Test
  void aGroupWithoutOffsetsAndWithoutAPolicyWaitsForAPersonAndIsNoOutage() {
    var scene = new Scene(Protocol.CONSUMER, Copying.everything(), OffsetReset.NONE);
    scene.kafka.create(Scene.IN, 1, 1_000_000);
    scene.write(0, "a", "b");
    var worker = scene.start("pod");

    scene.pass(Duration.ofMinutes(10));
    var counters = worker.worker.report().counters();
    var recovering = worker.worker.recovery().unfinished().orElseThrow();
    scene.kafka.setOffset(Scene.in(0), 1);
    scene.untilNoLag();

    assertThat(recovering.cause()).isEqualTo(FailureKind.MISCONFIGURED);
    assertThat(recovering.detail()).contains("autoOffsetReset");
    assertThat(recovering.attempt()).isLessThan(8);
    assertThat(counters.commits()).isZero();
    assertThat(scene.outputs()).containsExactly("b");
  }
}
