package io.hamstring.recovery.assignment;

import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.recovery.processing.Partition;
import java.util.List;
import org.junit.jupiter.api.Test;

class AssignmentTest {

  private static final Partition P0 = new Partition("in", 0);
  private static final Partition P1 = new Partition("in", 1);

  @Test
  void aPartitionThatComesBackHasAnotherEpoch() {
    var before = Assignment.NONE.plus(List.of(P0));
    long epoch = before.epochs().get(P0);
    var after = before.minus(List.of(P0)).plus(List.of(P0));

    assertThat(after.covers(P0, epoch)).isFalse();
    assertThat(after.covers(P0, after.epochs().get(P0))).isTrue();
  }

  @Test
  void aRevocationLeavesTheOthersTheirEpoch() {
    var before = Assignment.NONE.plus(List.of(P0, P1));
    long epoch = before.epochs().get(P1);

    assertThat(before.minus(List.of(P0)).covers(P1, epoch)).isTrue();
  }

  @Test
  void anEmptyAssignmentWipesNothingOut() {
    var before = Assignment.NONE.plus(List.of(P0));
    var after = before.plus(List.of());

    assertThat(after.epochs()).isEqualTo(before.epochs());
    assertThat(after.latest()).isGreaterThan(before.latest());
  }

  @Test
  void nothingIsCoveredThatWasNeverAssigned() {
    assertThat(Assignment.NONE.covers(P0, 0)).isFalse();
  }
}
