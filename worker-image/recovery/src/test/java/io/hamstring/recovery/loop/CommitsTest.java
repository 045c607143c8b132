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
  private Commits commits = new Commits(GroupCommit.DEFAULT, true, intake);
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
    commits = new Commits(GroupCommit.OFF, true, intake);
    takeOver(FIRST);
    committed(FIRST, 1, 0);

    finished(FIRST, 1);

    assertThat(next(0)).isPresent();
  }

  @Test
  void theLongestDelayBoundsTheWait() {
    commits =
        new Commits(new GroupCommit(true, 50_000, 1 << 20, Duration.ofMillis(5)), true, intake);
    takeOver(FIRST);
    committed(FIRST, 1, 0);

    finished(FIRST, 1);

    assertThat(next(4)).isEmpty();
    assertThat(next(5)).isPresent();
  }

  @Test
  void whatIsFinishedWhileATransactionIsWrittenGoesIntoIt() {
    var open = begun(FIRST, 10);
    assertThat(open.take()).isPresent();

    finished(FIRST, 1);

    assertThat(open.take().orElseThrow()).hasSize(1);
    assertThat(open.taken().get(FIRST).position()).isEqualTo(Position.at(11));
    assertThat(open.batches()).hasSize(2);
    commits.committed(0);
    assertThat(commits.isEmpty()).isTrue();
    assertThat(intake.of(FIRST).orElseThrow().committed()).isEqualTo(Position.at(11));
  }

  @Test
  void whatIsFinishedOnceNothingIsLeftToWriteGoesIntoTheNext() {
    var open = begun(FIRST, 10);
    open.take();
    assertThat(open.take()).isEmpty();

    finished(FIRST, 8);

    assertThat(open.batches()).hasSize(1);
    commits.committed(0);
    assertThat(next(0).orElseThrow().batches()).hasSize(1);
  }

  @Test
  void whatWasAddedComesBackWithAFailedTransaction() {
    begun(FIRST, 10);
    finished(FIRST, 1);

    commits.failed(0);

    assertThat(commits.returned()).hasSize(2);
    assertThat(commits.commitAgain()).isZero();
    assertThat(next(0).orElseThrow().batches()).hasSize(2);
  }

  @Test
  void whatIsNotKeptIsWorkedOnAgainWithWhatFollowsIt() {
    commits = new Commits(GroupCommit.OFF, false, intake);
    var open = begun(FIRST, 2);
    finished(FIRST, 1);
    takeOver(SECOND);
    finished(SECOND, 1);

    commits.failed(0);

    assertThat(open.batches()).noneMatch(Finished::isWhole);
    assertThat(commits.commitAgain()).isZero();
    assertThat(next(0).orElseThrow().offsets()).containsOnlyKeys(SECOND);
    assertThat(intake.of(FIRST).orElseThrow().cut(100, 0).batch().records())
        .extracting(InputRecord::offset)
        .containsExactly(0L, 1L, 2L);
  }

  /** Its audit lines are not kept either. */
  @Test
  void aBatchWithoutOutputsIsWorkedOnAgainToo() {
    commits = new Commits(GroupCommit.DEFAULT, false, intake);
    begun(FIRST, 2);

    commits.failed(0);

    assertThat(commits.returned()).extracting(Finished::outputs).containsExactly(0);
    assertThat(commits.commitAgain()).isZero();
    assertThat(next(0)).isEmpty();
    assertThat(intake.of(FIRST).orElseThrow().queued()).isEqualTo(2);
  }

  @Test
  void whatIsNotKeptIsDroppedWhereItsEpochIsOver() {
    commits = new Commits(GroupCommit.DEFAULT, false, intake);
    begun(FIRST, 2);
    commits.failed(0);
    takeOver(FIRST);

    assertThat(commits.commitAgain()).isEqualTo(1);
    assertThat(intake.of(FIRST).orElseThrow().queued()).isZero();
  }

  @Test
  void whatGaveUpARecordIsKept() {
    commits = new Commits(GroupCommit.DEFAULT, false, intake);
    takeOver(FIRST);
    var poison = cut(FIRST, 1);
    commits.add(
        intake.of(FIRST).orElseThrow(),
        new Finished(poison, new Result.Builder().build(), List.of(), true));
    var alone = next(0).orElseThrow();

    commits.failed(0);
    commits.commitAgain();

    assertThat(next(0).orElseThrow().batches()).isEqualTo(alone.batches());
    assertThat(intake.of(FIRST).orElseThrow().queued()).isZero();
  }

  @Test
  void aTransactionKeepsNoOutputThatCanBeWorkedOutAgain() {
    commits = new Commits(GroupCommit.DEFAULT, false, intake);
    takeOver(FIRST);
    commits.add(intake.of(FIRST).orElseThrow(), done(cut(FIRST, 1), new byte[1]));

    var open = next(0).orElseThrow();

    assertThat(open.batches()).singleElement().extracting(Finished::outputs).isEqualTo(1);
    assertThat(open.batches().get(0).result().outputs()).isEmpty();
    var handedOver = open.take().orElseThrow();
    assertThat(handedOver).singleElement().matches(Finished::isWhole);
  }

  @Test
  void aTransactionGrowsUpToItsRecordsAndKeepsTheOrder() {
    commits = new Commits(new GroupCommit(true, 12, 1 << 20, Duration.ofMillis(100)), true, intake);
    var open = begun(FIRST, 10);

    finished(FIRST, 3);
    finished(FIRST, 1);

    assertThat(open.isOpen()).isFalse();
    assertThat(open.batches()).hasSize(1);
    commits.committed(0);
    assertThat(next(1_000).orElseThrow().batches()).hasSize(2);
  }

  @Test
  void aTransactionGrowsUpToItsBytes() {
    commits = new Commits(new GroupCommit(true, 100, 3, Duration.ofMillis(100)), true, intake);
    var open = begun(FIRST, 10);

    commits.add(intake.of(FIRST).orElseThrow(), done(cut(FIRST, 1), new byte[4]));

    assertThat(open.isOpen()).isFalse();
    assertThat(open.batches()).hasSize(1);
  }

  @Test
  void aTransactionGrowsForAsLongAsItMayBeFilled() {
    var open = begun(FIRST, 10);
    next(99);
    assertThat(open.isOpen()).isTrue();
    next(100);

    finished(FIRST, 1);

    assertThat(open.batches()).hasSize(1);
  }

  @Test
  void aPartitionThatWaitsForItsMarkEndsTheGrowth() {
    var open = begun(FIRST, 10);
    intake.assigned(Set.of(SECOND));
    intake.of(SECOND).orElseThrow().resolved(Position.at(0), Mark.NONE, true);

    next(1);

    assertThat(open.isOpen()).isFalse();
  }

  @Test
  void aRecordThatIsGivenUpIsInATransactionOfItsOwn() {
    var open = begun(FIRST, 10);
    var poison = cut(FIRST, 1);

    commits.add(
        intake.of(FIRST).orElseThrow(),
        new Finished(poison, new Result.Builder().build(), List.of(), true));

    assertThat(open.batches()).hasSize(1);
    commits.committed(0);
    var alone = next(1_000).orElseThrow();
    assertThat(alone.batches()).hasSize(1);
    finished(FIRST, 1);
    assertThat(alone.batches()).hasSize(1);
  }

  @Test
  void withoutGroupCommitATransactionDoesNotGrow() {
    commits = new Commits(GroupCommit.OFF, true, intake);
    var open = begun(FIRST, 1);

    finished(FIRST, 1);

    assertThat(open.batches()).hasSize(1);
  }

  @Test
  void withoutGroupCommitATransactionOfPositionsDoesNotGrow() {
    commits = new Commits(GroupCommit.OFF, true, intake);
    takeOver(FIRST);
    intake.of(FIRST).orElseThrow().moveTo(Position.at(5));
    var open = next(10_000).orElseThrow();
    takeOver(SECOND);

    finished(SECOND, 1);

    assertThat(open.offsets()).containsOnlyKeys(FIRST);
    assertThat(open.batches()).isEmpty();
  }

  @Test
  void aGenerationThatComesMeanwhileCommits() {
    var open = begun(FIRST, 10);
    var later = new Membership("group", 2, "member", null);

    commits.next(later, 0);

    assertThat(open.membership()).isEqualTo(later);
  }

  @Test
  void aGenerationThatCameAfterTheRefusalMayCommitAgain() {
    var open = begun(FIRST, 10);
    open.membership();
    var later = new Membership("group", 2, "member", null);
    commits.next(later, 0);

    commits.failed(0);

    assertThat(commits.mayCommitAgain(MEMBER)).isFalse();
    assertThat(commits.mayCommitAgain(later)).isTrue();
  }

  @Test
  void aGenerationUnderWhichAPartitionOfItIsGoneDoesNot() {
    var open = begun(FIRST, 10);
    takeOver(SECOND);
    intake.gone(Set.of(FIRST));
    takeOver(FIRST);
    commits.dropStale();

    commits.next(new Membership("group", 2, "member", null), 0);
    finished(SECOND, 1);

    assertThat(open.membership()).isEqualTo(MEMBER);
    assertThat(open.batches()).hasSize(1);
  }

  @Test
  void aPartitionThatCameBackIsNotAddedToATransactionOfItsTimeBefore() {
    var open = begun(FIRST, 10);
    intake.gone(Set.of(FIRST));
    takeOver(FIRST);

    finished(FIRST, 1);

    assertThat(open.batches()).hasSize(1);
    assertThat(open.isOpen()).isFalse();
  }

  @Test
  void aPartitionThatIsWorkedOnRecordByRecordEndsTheGrowth() {
    takeOver(FIRST);
    intake.of(FIRST).orElseThrow().isolation().refused();
    finished(FIRST, 1);

    assertThat(next(0).orElseThrow().isOpen()).isFalse();
  }

  @Test
  void twentyThousandRecordsAreWorkedOnAhead() {
    takeOver(FIRST);
    for (int batch = 1; batch < 200; batch++) {
      finished(FIRST, 100);
    }
    assertThat(commits.isFull()).isFalse();
    finished(FIRST, 100);

    assertThat(commits.isFull()).isTrue();
  }

  @Test
  void eightMebibytesAreWorkedOnAhead() {
    takeOver(FIRST);
    for (int batch = 1; batch < 8; batch++) {
      commits.add(intake.of(FIRST).orElseThrow(), done(cut(FIRST, 1), new byte[1 << 20]));
    }
    assertThat(commits.isFull()).isFalse();
    commits.add(intake.of(FIRST).orElseThrow(), done(cut(FIRST, 1), new byte[1 << 20]));

    assertThat(commits.isFull()).isTrue();
  }

  @Test
  void aFarewellDoesNotGrow() {
    takeOver(FIRST);
    takeOver(SECOND);

    var farewell = commits.farewell(Set.of(FIRST), MEMBER, 0).orElseThrow();
    finished(SECOND, 1);

    assertThat(farewell.batches()).isEmpty();
  }

  private Transaction begun(Partition partition, int records) {
    takeOver(partition);
    finished(partition, records);
    return next(0).orElseThrow();
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
    work.moveTo(Position.at(written));
    return work.cut(records, 0);
  }

  private static Finished done(Item item) {
    return new Finished(item, new Result.Builder().build(), List.of(), false);
  }

  private static Finished done(Item item, byte[] output) {
    var result = new Result.Builder().output("out", null, output, item.batch().records().get(0));
    return new Finished(item, result.build(), List.of(), false);
  }

  private Optional<Transaction> next(long atMillis) {
    return commits.next(MEMBER, nanos(atMillis));
  }

  private static long nanos(long millis) {
    return Duration.ofMillis(millis).toNanos();
  }
}
