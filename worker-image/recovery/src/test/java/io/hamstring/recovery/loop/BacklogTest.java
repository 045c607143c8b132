package io.hamstring.recovery.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a worker does with more records than it can work on at once. */
class BacklogTest {

  private static final int RECORDS = 20_000;
  private static final int MORE_THAN_A_QUEUE_HOLDS = 5_000;

  @Test
  void whatIsWorkedOnAtOnceIsFetchedWithoutAPause() {
    var scene = backlog(Copying.atOnce());
    scene.start("pod");

    scene.untilNoLag();

    assertThat(scene.kafka.pauses()).isZero();
  }

  @Test
  void whatPilesUpIsNotFetchedUntilThereIsRoom() {
    var scene = backlog(Copying.everything());
    var worker = scene.start("pod");
    worker.stuck = true;

    scene.until(() -> scene.kafka.pauses() > 0);
    worker.stuck = false;
    scene.untilNoLag();

    assertThat(scene.outputs()).hasSize(RECORDS);
  }

  private static Scene backlog(Copying processor) {
    var values = IntStream.range(0, RECORDS).mapToObj(Integer::toString).toArray(String[]::new);
    var scene = Scene.of(processor, values);
    scene.kafka.fetches(MORE_THAN_A_QUEUE_HOLDS);
    return scene;
  }
}
