package io.hamstring.samples.kubelet;

import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.samples.kubelet.Rollout.Replicas;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RolloutTest {

  @ParameterizedTest(
      name =
          "{0} wanted, surge {1}, missing {2}: new {3} ({4} ready), old {5} ({6} ready) -> {7}/{8}")
  @CsvSource(
      textBlock =
          """
          # the first pods
          3, 0, 1,  0, 0,  0, 0,  3, -
          # no room for a new pod: an old one goes first
          3, 0, 1,  0, 0,  3, 3,  -, 2
          # room now
          3, 0, 1,  0, 0,  2, 2,  1, -
          # the new one is not ready yet: nothing more may be missing
          3, 0, 1,  1, 0,  2, 2,  -, -
          3, 0, 1,  1, 1,  2, 2,  -, 1
          # an old one that serves nobody goes first
          3, 0, 1,  0, 0,  3, 2,  -, 2
          # surge makes room without a loss
          3, 1, 0,  0, 0,  3, 3,  1, -
          3, 1, 0,  1, 0,  3, 3,  -, -
          3, 1, 0,  1, 1,  3, 3,  -, 2
          # neither surge nor loss would never move: one may be missing
          2, 0, 0,  0, 0,  2, 2,  -, 1
          # fewer wanted
          1, 0, 1,  3, 3,  0, 0,  1, -
          """)
  void oneStep(
      int replicas,
      int surge,
      int unavailable,
      int fresh,
      int freshReady,
      int old,
      int oldReady,
      String expectedFresh,
      String expectedOld) {
    var rollout = new Rollout(replicas, surge, unavailable, false);
    var olds = old == 0 ? List.<Replicas>of() : List.of(new Replicas("old", old, oldReady));

    var next = rollout.next(new Replicas("new", fresh, freshReady), olds);

    assertThat(shown(next, "new")).isEqualTo(expectedFresh);
    assertThat(shown(next, "old")).isEqualTo(expectedOld);
  }

  @Test
  void aPausedRolloutChangesOnlyHowManyThereAre() {
    var paused = new Rollout(5, 0, 1, true);

    var next = paused.next(new Replicas("new", 1, 1), List.of(new Replicas("old", 2, 2)));

    assertThat(next).isEqualTo(Map.of("old", 4));
  }

  private static String shown(Map<String, Integer> sizes, String name) {
    return sizes.containsKey(name) ? sizes.get(name).toString() : "-";
  }
}
