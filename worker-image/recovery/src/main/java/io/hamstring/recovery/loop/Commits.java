package io.hamstring.recovery.loop;

import io.hamstring.contract.batch.GroupCommit;
import io.hamstring.recovery.port.Committed;
import io.hamstring.recovery.port.Membership;
import io.hamstring.recovery.processing.Partition;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What is finished and waits to be committed. At most one transaction is under way; what finishes
 * meanwhile goes into it while it is open, then into the next one, up to the bounds of the group
 * commit. Confined to the loop thread.
 */
final class Commits {

  /** How long a position that moved without records may wait for a transaction with records. */
  private static final Duration LOOSE_POSITIONS_WAIT = Duration.ofMillis(100);

  /** Records that are worth a transaction of their own, however soon after another. */
  private static final int ENOUGH = 8;

  /**
   * How soon after a transaction fewer records get another. A transaction costs a broker some 5 ms
   * of one core, whatever it holds.
   */
  private static final Duration REST = Duration.ofMillis(50);

  /**
   * From the cut of a partition's first batch, how long its commit waits for the first batches of
   * partitions that came with it: a transaction later they would be silent for one more.
   */
  private static final Duration TOGETHER = Duration.ofMillis(50);

  /**
   * Records that may be finished beyond the transaction under way: as many as are worked on while
   * one is delivered and committed. What waits longer is only copied by the collector.
   */
  private static final int AHEAD = 20_000;

  /** Output bytes of them, where records are large. */
  private static final long AHEAD_BYTES = 8L << 20;

  private final GroupCommit bounds;
  private final boolean keepsOutputs;
  private final Intake intake;
  private final Backlog waiting = new Backlog();
  private Transaction underWay;
  private Transaction returned;
  private long latestEnd;
  private boolean latestHadRecords;
  private long checkedAt;

  /**
   * @param keepsOutputs whether what a transaction writes is kept until it is committed, so that it
   *     can be written again; else its batches are worked on again
   */
  Commits(GroupCommit bounds, boolean keepsOutputs, Intake intake) {
    this.bounds = bounds;
    this.keepsOutputs = keepsOutputs;
    this.intake = intake;
  }

  boolean isUnderWay() {
    return underWay != null;
  }

  boolean isEmpty() {
    return waiting.isEmpty() && underWay == null && returned == null;
  }

  /** Whether something is finished that is in no transaction. */
  boolean hasWaiting() {
    return !waiting.isEmpty();
  }

  /** Whether enough waits: what is finished beyond it only fills the memory. */
  boolean isFull() {
    if (!bounds.enabled()) {
      return !waiting.isEmpty();
    }
    return waiting.records() >= Math.min(AHEAD, bounds.maxRecords())
        || waiting.bytes() >= Math.min(AHEAD_BYTES, bounds.maxBytes());
  }

  /** A batch is finished; what came of it waits, unless it was only replayed. */
  void add(PartitionWork work, Finished finished) {
    work.finished(finished.result().state());
    if (!finished.item().replay()) {
      waiting.addLast(finished);
      if (underWay != null) {
        fill(underWay);
      }
    }
  }

  /** Drops what waits of partitions whose epoch is over; how many batches that were. */
  int dropStale() {
    // What waits was covered when it was added, and only another assignment can change that.
    long latest = intake.assignment().latest();
    if (latest == checkedAt) {
      return 0;
    }
    checkedAt = latest;
    if (underWay != null && !isCovered(underWay)) {
      underWay.close();
    }
    return waiting.withdraw(finished -> !isCovered(finished)).size();
  }

  /** The next transaction, if there is something to commit and none is under way. */
  Optional<Transaction> next(Membership membership, long now) {
    if (underWay != null) {
      tend(underWay, membership, now);
      return Optional.empty();
    }
    if (!membership.isKnown() || rests(now) || awaitsOthers(now)) {
      return Optional.empty();
    }
    var next = new Transaction(bounds, keepsOutputs, membership, now);
    boolean hasRecords = !waiting.isEmpty();
    boolean alone = hasRecords && waiting.peekFirst().gaveUp();
    fill(next);
    if (!alone) {
      loosePositions(!hasRecords, now, next);
    }
    if (next.offsets().isEmpty()) {
      return Optional.empty();
    }
    underWay = next;
    return Optional.of(next);
  }

  private void fill(Transaction open) {
    while (open.isOpen() && !waiting.isEmpty()) {
      var finished = waiting.peekFirst();
      var item = finished.item();
      if (open.add(finished, new Committed(item.after(), mark(finished)))) {
        waiting.pollFirst();
        closeIfAwaited(open, item);
      }
    }
  }

  // Of a partition that is worked on record by record the next one is tried after the commit.
  private void closeIfAwaited(Transaction open, Item item) {
    intake
        .of(item.partition(), item.epoch())
        .filter(PartitionWork::isOneByOne)
        .ifPresent(work -> open.close());
  }

  private void tend(Transaction open, Membership membership, long now) {
    boolean isOld = now - open.startedAt() >= bounds.maxDelay().toNanos();
    if (isOld || intake.all().stream().anyMatch(PartitionWork::waitsForMark)) {
      open.close();
    }
    // A commit under the generation of its beginning would be refused after each rebalance.
    if (membership.isKnown() && isCovered(open)) {
      open.renew(membership);
    }
  }

  private boolean rests(long now) {
    return bounds.enabled()
        && latestHadRecords
        && !waiting.isEmpty()
        && waiting.records() < ENOUGH
        && now - latestEnd < Math.min(REST.toNanos(), bounds.maxDelay().toNanos())
        && waiting.all(this::isOfAPartitionWithCommits);
  }

  private boolean awaitsOthers(long now) {
    return bounds.enabled()
        && !waiting.isEmpty()
        && now - waiting.peekFirst().item().cutAt() < TOGETHER.toNanos()
        && intake.all().stream().anyMatch(PartitionWork::isAtItsFirstBatch)
        && !waiting.all(this::isOfAPartitionWithCommits);
  }

  /** The first outputs of a partition that was taken over do not rest. */
  private boolean isOfAPartitionWithCommits(Finished finished) {
    var item = finished.item();
    return intake
        .of(item.partition(), item.epoch())
        .map(PartitionWork::hasCommittedWork)
        .orElse(false);
  }

  private void loosePositions(boolean nothingElse, long now, Transaction next) {
    boolean waited = now - latestEnd >= LOOSE_POSITIONS_WAIT.toNanos();
    for (var work : intake.all()) {
      boolean later = nothingElse && !waited && !work.waitsForMark();
      if (!next.offsets().containsKey(work.partition) && !later) {
        work.loosePosition().ifPresent(offset -> next.add(work.partition, offset, work.epoch));
      }
    }
  }

  /** The transaction that takes leave of partitions in good order, if there is something to say. */
  Optional<Transaction> farewell(Set<Partition> taken, Membership membership, long now) {
    if (underWay != null || !membership.isKnown()) {
      return Optional.empty();
    }
    var farewell = new Transaction(bounds, keepsOutputs, membership, now);
    for (var partition : taken) {
      intake
          .of(partition)
          .ifPresent(
              work ->
                  work.farewell().ifPresent(offset -> farewell.add(partition, offset, work.epoch)));
    }
    if (farewell.offsets().isEmpty()) {
      return Optional.empty();
    }
    farewell.close();
    underWay = farewell;
    return Optional.of(underWay);
  }

  private String mark(Finished finished) {
    var item = finished.item();
    return intake
        .of(item.partition(), item.epoch())
        .map(PartitionWork::suspicion)
        .map(
            suspicion ->
                finished.gaveUp() ? suspicion.gaveUp(item.lastOffset()) : suspicion.passed())
        .orElseGet(Mark.NONE::encoded);
  }

  /** The transaction under way was committed: states and positions are adopted. */
  void committed(long now) {
    var done = ended(now);
    if (done == null) {
      return;
    }
    for (var finished : done.batches()) {
      var item = finished.item();
      intake
          .of(item.partition(), item.epoch())
          .ifPresent(work -> work.adopted(item.after(), finished.result().state()));
    }
    done.offsets()
        .forEach(
            (partition, offset) ->
                intake
                    .of(partition, done.epochs().get(partition))
                    .ifPresent(work -> work.moved(offset)));
  }

  /** The transaction under way failed; what is in it may be committed again. */
  void failed(long now) {
    returned = ended(now);
  }

  private Transaction ended(long now) {
    var ended = underWay;
    underWay = null;
    latestEnd = now;
    latestHadRecords = ended != null && !ended.batches().isEmpty();
    return ended;
  }

  /**
   * Whether what came back may be committed by {@code membership}: it is another one than the
   * refused, or nothing of it is ours any more.
   */
  boolean mayCommitAgain(Membership membership) {
    if (returned == null) {
      return true;
    }
    var refused = returned.asked();
    boolean other =
        membership.isKnown()
            && (membership.generation() != refused.generation()
                || !membership.memberId().equals(refused.memberId()));
    return other
        || returned.epochs().entrySet().stream()
            .noneMatch(entry -> intake.assignment().covers(entry.getKey(), entry.getValue()));
  }

  /** What came back of a transaction that was aborted, if anything. */
  List<Finished> returned() {
    return returned == null ? List.of() : returned.batches();
  }

  /**
   * Puts what came back in front again where its epoch still holds: before what waits, or without
   * its outputs before what is to be worked on. How many batches were dropped.
   */
  int commitAgain() {
    int dropped = 0;
    var again = new TreeSet<Partition>();
    var batches = returned();
    for (int i = batches.size() - 1; i >= 0; i--) {
      var finished = batches.get(i);
      if (!isCovered(finished)) {
        dropped++;
        continue;
      }
      waiting.addFirst(finished);
      if (!finished.isWhole()) {
        again.add(finished.item().partition());
      }
    }
    returned = null;
    again.forEach(partition -> intake.of(partition).ifPresent(this::workAgain));
    return dropped;
  }

  /** What is finished of a partition and not committed is worked on again. */
  void workAgain(PartitionWork work) {
    var items =
        waiting.withdraw(finished -> finished.item().partition().equals(work.partition)).stream()
            .map(Finished::item)
            .toList();
    work.dropped(items);
  }

  private boolean isCovered(Transaction transaction) {
    return transaction.epochs().entrySet().stream()
        .allMatch(entry -> intake.assignment().covers(entry.getKey(), entry.getValue()));
  }

  private boolean isCovered(Finished finished) {
    return intake.assignment().covers(finished.item().partition(), finished.item().epoch());
  }

  /** Forgets everything: the membership under which it was worked out is over. */
  int clear() {
    int dropped = waiting.size() + returned().size();
    waiting.clear();
    returned = null;
    underWay = null;
    return dropped;
  }
}
