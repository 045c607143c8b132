package io.hamstring.samples.drill.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Two workers that share four partitions. */
class FleetTest {

  private final Fleet fleet = new Fleet(2, 4);

  @Test
  void aFleetIsSteadyWhenEachHasHadItsShareForAWhile() {
    share(10_000, "a", "a", "b", "b");
    assertThat(fleet.isSteady(10_500)).isFalse();

    share(13_000, "a", "a", "b", "b");

    assertThat(fleet.isSteady(13_500)).isTrue();
    assertThat(fleet.workers()).containsExactly("a", "b");
  }

  @Test
  void unevenSharesRecentMovesAndStandstillAreNotSteady() {
    share(10_000, "a", "a", "a", "b");
    share(14_000, "a", "a", "a", "b");
    assertThat(fleet.isSteady(14_100)).isFalse();

    share(15_000, "a", "a", "b", "b");
    assertThat(fleet.isSteady(15_100)).isFalse();

    share(19_000, "a", "a", "b", "b");
    assertThat(fleet.isSteady(21_000)).isFalse();
  }

  @Test
  void aPartitionIsTakenOverWhenAnotherWorkedOnItSinceTheFault() {
    share(10_000, "a", "a", "b", "b");
    share(12_000, "b", "a", "b", "b");

    assertThat(fleet.takenOver(Set.of(0, 1), "a", 11_000)).containsExactly(0);
    assertThat(fleet.takenOver(Set.of(0, 1), "a", 13_000)).isEmpty();
  }

  private void share(long at, String... workers) {
    for (int partition = 0; partition < workers.length; partition++) {
      fleet.take(List.of(new Effect(partition, 0, workers[partition], at, at)));
    }
  }
}
