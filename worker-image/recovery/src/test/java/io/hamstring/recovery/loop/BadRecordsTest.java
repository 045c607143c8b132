package io.hamstring.recovery.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.recovery.processing.Batch;
import io.hamstring.recovery.processing.Result;
import io.hamstring.recovery.processing.StageProcessor;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import org.junit.jupiter.api.Test;

/** Records that cannot be worked on, or whose outputs cannot be written. */
class BadRecordsTest {

  @Test
  void anUndecodableRecordIsDeadLetteredOnceAndATombstoneIsNone() {
    var scene =
        Scene.of(
            Copying.allBut(record -> record.value() != null && text(record.value()).equals("bad")),
            "good");
    scene.write(0, "bad");
    scene.kafka.writeTombstone(Scene.in(0));
    scene.write(0, "also good");
    var worker = scene.start("pod");
    scene.untilNoLag();
    worker.worker.stop();
    scene.until(worker.worker::isOver);
    scene.start("pod", 2);
    scene.write(0, "last");

    scene.untilNoLag();

    assertThat(scene.outputs()).containsExactly("good", null, "also good", "last");
    assertThat(scene.texts(Scene.DEAD)).containsExactly("bad");
    var letter = scene.kafka.outputs(Scene.DEAD).get(0);
    var headers =
        letter.headers().stream()
            .map(header -> header.name() + "=" + text(header.value()))
            .toList();
    assertThat(headers.toString()).contains("in", "=1", "=2", "IllegalArgumentException");
  }

  @Test
  void anOutputThatIsTooLargeCostsItsRecordAndNoNeighbour() {
    var large = String.join("", Collections.nCopies(3_000, "x"));
    var scene = Scene.of(Copying.everything(), "first", large, "third");
    scene.start("pod");

    scene.untilNoLag();

    assertThat(scene.outputs()).containsExactly("first", "third");
    assertThat(scene.kafka.outputs(Scene.DEAD)).hasSize(1);
    assertThat(scene.kafka.outputs(Scene.DEAD).get(0).source().offset()).isEqualTo(1);
    assertThat(scene.kafka.outputs(Scene.DEAD).get(0).size()).isLessThanOrEqualTo(2_000);
  }

  @Test
  void theSameHoldsOfAStageWhoseOutputsAreNotKept() {
    var large = String.join("", Collections.nCopies(3_000, "x"));
    var scene = Scene.of(Copying.atOnce(), "first", large, "third", large, "fifth");
    scene.start("pod");

    scene.untilNoLag();

    assertThat(scene.outputs()).containsExactly("first", "third", "fifth");
    assertThat(scene.kafka.outputs(Scene.DEAD))
        .extracting(letter -> letter.source().offset())
        .containsExactly(1L, 3L);
  }

  @Test
  void aStageThatAnswersNothingAtAllHasFailed() {
    StageProcessor<Void> forgetful =
        new StageProcessor<>() {
          @Override
          public Result<Void> process(Batch batch, Void state) {
            return null;
          }
        };
    var scene = Scene.of(forgetful, "a", "b");
    scene.start("pod");

    scene.untilNoLag();

    assertThat(scene.outputs()).isEmpty();
    assertThat(scene.texts(Scene.DEAD)).containsExactly("a", "b");
  }

  @Test
  void aDeadLetterTopicThatIsNotThereHoldsItsPartitionAndNoOther() {
    var scene = Scene.of(Copying.allBut(record -> record.partition().number() == 0));
    scene.kafka.create(Scene.IN, 2, 1_000_000);
    scene.kafka.delete(Scene.DEAD);
    scene.write(0, "bad");
    scene.write(1, "good");
    scene.start("pod");

    scene.until(() -> scene.outputs().contains("good"));
    scene.pass(Duration.ofMinutes(1));
    var held = scene.kafka.committed(Scene.in(0));
    scene.kafka.create(Scene.DEAD, 1, 2_000);
    scene.untilNoLag();

    assertThat(held).isZero();
    assertThat(scene.texts(Scene.DEAD)).containsExactly("bad");
  }

  private static String text(byte[] value) {
    return new String(value, StandardCharsets.UTF_8);
  }
}
