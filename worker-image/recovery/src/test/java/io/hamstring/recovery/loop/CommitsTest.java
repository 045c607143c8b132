package io.hamstring.recovery.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.contract.batch.GroupCommit;
import io.hamstring.recovery.port.Membership;
import io.hamstring.recovery.port.Position;
import io.hamstring.recovery.processing.InputRecord;
import io.hamstring.recovery.processing.Partition;
import io.hamstring.recovery.processing.Result;
import io.hamstring.recovery.simulation.SimulatedRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** When what is finished is committed. */
class CommitsTest {

  private static final Partition FIRST = new Partition("in", 0);
  private static final Partition SECOND = new Partition("in", 1);
  private static final Membership MEMBER = new Membership("group", 1, "member", null);

  private final Intake intake =
      new Intake(
          100,
          Duration.ZERO,
          true,
          () -> null,
          () -> new Isolation(3, 100),
          () -> new Suspicion("pod_1", 3));
  private Commits commits = new Commits(GroupCommit.DEFAULT, intake);
  private long written;

  @Test
  void aTrickleWaitsForFiftyMillisecondsAfterATransaction() {
    takeOver(FIRST);
    committed(FIRST, 1, 0);

    finished(FIRST, 1);

    assertThat(next(49)).isEmpty();
    assertThat(next(50)).isPresent();
  }

  @Test
  void eightRecordsAreWorthATransaction() {
    takeOver(FIRST);
    committed(FIRST, 1, 0);

    finished(FIRST, 7);
    assertThat(next(0)).isEmpty();
    finished(FIRST, 1);

    assertThat(next(0).orElseThrow().batches()).hasSize(2);
  }

  @Test
  void aRecordThatComesAloneIsCommittedAtOnce() {
    takeOver(FIRST);
    committed(FIRST, 1, 0);

    finished(FIRST, 1);

    assertThat(next(1_000)).isPresent();
  }

  @Test
  void theFirstOutputsOfAPartitionThatWasTakenOverWaitForNothing() {
    takeOver(FIRST);
    committed(FIRST, 1, 0);
    takeOver(SECOND);

    finished(FIRST, 1);
    assertThat(next(0)).isEmpty();
    finished(SECOND, 1);

    assertThat(next(0).orElseThrow().offsets()).containsKeys(FIRST, SECOND);
  }

  @Test
  void partitionsThatWereTakenOverTogetherHaveTheirFirstOutputsTogether() {
    takeOver(FIRST);
    takeOver(SECOND);
    finished(FIRST, 1);
    assertThat(next(49)).as("the second's records are on their way").isEmpty();
    var second = cut(SECOND, 1);
    assertThat(next(49)).as("the second is worked on").isEmpty();

    commits.add(intake.of(SECOND).orElseThrow(), done(second));

    assertThat(next(49).orElseThrow().offsets()).containsKeys(FIRST, SECOND);
  }

  @Test
  void aSlowFirstBatchKeepsTheOthersForFiftyMillisecondsOnly() {
    takeOver(FIRST);
    takeOver(SECOND);
    finished(FIRST, 1);
    cut(SECOND, 1);

    assertThat(next(50).orElseThrow().offsets()).containsOnlyKeys(FIRST);
  }

  @Test
  void withoutGroupCommitNothingWaits() {
    commits = new Commits(GroupCommit.OFF, intake);
    takeOver(FIRST);
    committed(FIRST, 1, 0);

    finished(FIRST, 1);

    assertThat(next(0)).isPresent();
  }

  @Test
  void theLongestDelayBoundsTheWait() {
    commits = new Commits(new GroupCommit(true, 50_000, 1 << 20, Duration.ofMillis(5)), intake);
    takeOver(FIRST);
    committed(FIRST, 1, 0);

    finished(FIRST, 1);

    assertThat(next(4)).isEmpty();
    assertThat(next(5)).isPresent();
  }

  private void takeOver(Partition partition) {
    intake.assigned(Set.of(partition));
    var work = intake.of(partition).orElseThrow();
    work.resolved(Position.at(0), Mark.NONE, true);
    work.moved(work.loosePosition().orElseThrow());
  }

  private void committed(Partition partition, int records, long atMillis) {
    finished(partition, records);
    assertThat(next(atMillis)).isPresent();
    commits.committed(nanos(atMillis));
  }

  private void finished(Partition partition, int records) {
    commits.add(intake.of(partition).orElseThrow(), done(cut(partition, records)));
  }

  private Item cut(Partition partition, int records) {
    var batch = new ArrayList<InputRecord>();
    for (int i = 0; i < records; i++) {
      batch.add(new SimulatedRecord(partition, written++, new byte[0]));
    }
    var work = intake.of(partition).orElseThrow();
    work.enqueue(batch, 0);
    return work.cut(records, 0);
  }

  private static Finished done(Item item) {
    return new Finished(item, new Result.Builder().build(), List.of(), false);
  }

  private Optional<Transaction> next(long atMillis) {
    return commits.next(MEMBER, nanos(atMillis));
  }

  private static long nanos(long millis) {
    return Duration.ofMillis(millis).toNanos();
  }
}
