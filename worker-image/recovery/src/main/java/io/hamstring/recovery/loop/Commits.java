package io.hamstring.recovery.loop;

import io.hamstring.contract.batch.GroupCommit;
import io.hamstring.recovery.port.Committed;
import io.hamstring.recovery.port.Membership;
import io.hamstring.recovery.processing.Partition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What is finished and waits to be committed. At most one transaction is under way; everything that
 * finishes meanwhile goes into the next one, up to the bounds of the group commit. Confined to the
 * loop thread.
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

  private final GroupCommit bounds;
  private final Intake intake;
  private final Backlog waiting = new Backlog();
  private Transaction underWay;
  private Transaction returned;
  private long latestEnd;
  private boolean latestHadRecords;
  private long checkedAt;

  Commits(GroupCommit bounds, Intake intake) {
    this.bounds = bounds;
    this.intake = intake;
  }

  boolean isUnderWay() {
    return underWay != null;
  }

  boolean isEmpty() {
    return waiting.isEmpty() && underWay == null && returned == null;
  }

  /**
   * Whether a whole transaction waits already: what is finished beyond it only fills the memory.
   */
  boolean isFull() {
    if (!bounds.enabled()) {
      return !waiting.isEmpty();
    }
    return waiting.records() >= bounds.maxRecords() || waiting.bytes() >= bounds.maxBytes();
  }

  /** A batch is finished; what came of it waits, unless it was only replayed. */
  void add(PartitionWork work, Finished finished) {
    work.finished(finished.result().state());
    if (!finished.item().replay()) {
      waiting.addLast(finished);
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
    return waiting.withdraw(finished -> !isCovered(finished)).size();
  }

  /** The next transaction, if there is something to commit. */
  Optional<Transaction> next(Membership membership, long now) {
    if (underWay != null || !membership.isKnown() || rests(now) || awaitsOthers(now)) {
      return Optional.empty();
    }
    var batches = batches();
    var offsets = new TreeMap<Partition, Committed>();
    var epochs = new LinkedHashMap<Partition, Long>();
    for (var finished : batches) {
      var item = finished.item();
      offsets.put(item.partition(), new Committed(item.after(), mark(finished)));
      epochs.put(item.partition(), item.epoch());
    }
    boolean alone = !batches.isEmpty() && batches.get(0).gaveUp();
    if (!alone) {
      loosePositions(batches.isEmpty(), now, offsets, epochs);
    }
    if (offsets.isEmpty()) {
      return Optional.empty();
    }
    latestHadRecords = !batches.isEmpty();
    underWay = new Transaction(batches, offsets, epochs, membership, now);
    return Optional.of(underWay);
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

  private List<Finished> batches() {
    var batches = new ArrayList<Finished>();
    long records = 0;
    long bytes = 0;
    while (!waiting.isEmpty()) {
      var next = waiting.peekFirst();
      records += next.item().batch().size();
      bytes += next.outputBytes();
      boolean fits =
          bounds.enabled() && records <= bounds.maxRecords() && bytes <= bounds.maxBytes();
      if (!batches.isEmpty() && (!fits || next.gaveUp())) {
        break;
      }
      batches.add(waiting.pollFirst());
      if (next.gaveUp()) {
        break;
      }
    }
    return batches;
  }

  private void loosePositions(
      boolean nothingElse,
      long now,
      Map<Partition, Committed> offsets,
      Map<Partition, Long> epochs) {
    boolean waited = now - latestEnd >= LOOSE_POSITIONS_WAIT.toNanos();
    for (var work : intake.all()) {
      boolean later = nothingElse && !waited && !work.waitsForMark();
      if (!offsets.containsKey(work.partition) && !later) {
        work.loosePosition().ifPresent(offset -> add(work, offset, offsets, epochs));
      }
    }
  }

  private static void add(
      PartitionWork work,
      Committed offset,
      Map<Partition, Committed> offsets,
      Map<Partition, Long> epochs) {
    offsets.put(work.partition, offset);
    epochs.put(work.partition, work.epoch);
  }

  /** The transaction that takes leave of partitions in good order, if there is something to say. */
  Optional<Transaction> farewell(Set<Partition> taken, Membership membership, long now) {
    if (underWay != null || !membership.isKnown()) {
      return Optional.empty();
    }
    var offsets = new TreeMap<Partition, Committed>();
    var epochs = new LinkedHashMap<Partition, Long>();
    for (var partition : taken) {
      intake
          .of(partition)
          .ifPresent(
              work -> work.farewell().ifPresent(offset -> add(work, offset, offsets, epochs)));
    }
    if (offsets.isEmpty()) {
      return Optional.empty();
    }
    underWay = new Transaction(List.of(), offsets, epochs, membership, now);
    return Optional.of(underWay);
  }

  private String mark(Finished finished) {
    var item = finished.item();
    return intake
        .of(item.partition(), item.epoch())
        .map(work -> work.suspicion().passed())
        .map(mark -> finished.gaveUp() ? mark.gaveUp(item.lastOffset()) : mark)
        .orElse(Mark.NONE)
        .encoded();
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

  /** The transaction under way failed; its results may be committed again. */
  void failed(long now) {
    returned = ended(now);
  }

  private Transaction ended(long now) {
    var ended = underWay;
    underWay = null;
    latestEnd = now;
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
    var refused = returned.membership();
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
   * Puts what came back in front again where its epoch still holds; how many batches were dropped.
   */
  int commitAgain() {
    int dropped = 0;
    var batches = returned();
    for (int i = batches.size() - 1; i >= 0; i--) {
      if (isCovered(batches.get(i))) {
        waiting.addFirst(batches.get(i));
      } else {
        dropped++;
      }
    }
    returned = null;
    return dropped;
  }

  private boolean isCovered(Finished finished) {
    return intake.assignment().covers(finished.item().partition(), finished.item().epoch());
  }

  /** Takes what waits of a partition out of line, from first to last. */
  List<Item> withdraw(Partition partition) {
    return waiting.withdraw(finished -> finished.item().partition().equals(partition)).stream()
        .map(Finished::item)
        .toList();
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
