package io.hamstring.recovery.loop;

import io.hamstring.recovery.assignment.Assignment;
import io.hamstring.recovery.port.Input;
import io.hamstring.recovery.port.Polled;
import io.hamstring.recovery.processing.Partition;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * The assigned partitions with their queues, and whose turn it is. Partitions take turns: a long
 * backlog gets one batch, then every other partition with records gets one. Confined to the loop
 * thread.
 */
final class Intake {

  /** Queues are filled to twice a batch, or to this many records where batches are small. */
  private static final int MIN_HIGH_MARK = 1_000;

  /** Bytes of a partition's queue above which no more are fetched. */
  private static final long HIGH_BYTES = 8L << 20;

  private final int size;
  private final Duration timeout;
  private final boolean greedy;
  private final Supplier<Object> initialState;
  private final Supplier<Isolation> isolation;
  private final Supplier<Suspicion> suspicion;
  private final TreeMap<Partition, PartitionWork> partitions = new TreeMap<>();
  private final ArrayDeque<Partition> turns = new ArrayDeque<>();
  private Assignment assignment = Assignment.NONE;

  /**
   * @param greedy whether a batch that is not full need not wait for its timeout
   */
  Intake(
      int size,
      Duration timeout,
      boolean greedy,
      Supplier<Object> initialState,
      Supplier<Isolation> isolation,
      Supplier<Suspicion> suspicion) {
    this.size = size;
    this.timeout = timeout;
    this.greedy = greedy;
    this.initialState = initialState;
    this.isolation = isolation;
    this.suspicion = suspicion;
  }

  Assignment assignment() {
    return assignment;
  }

  Collection<PartitionWork> all() {
    return partitions.values();
  }

  Optional<PartitionWork> of(Partition partition) {
    return Optional.ofNullable(partitions.get(partition));
  }

  /** The partition as it was when something of that epoch was cut, if it is still so. */
  Optional<PartitionWork> of(Partition partition, long epoch) {
    return of(partition).filter(work -> work.epoch == epoch);
  }

  void assigned(Set<Partition> added) {
    assignment = assignment.plus(added);
    // Whoever takes a partition over ends its silence first, then goes on with the others.
    for (var partition : new TreeSet<>(added).descendingSet()) {
      partitions.put(
          partition,
          new PartitionWork(
              partition,
              assignment.latest(),
              initialState.get(),
              isolation.get(),
              suspicion.get()));
      turns.remove(partition);
      turns.addFirst(partition);
    }
  }

  /** Partitions are no longer ours: what was fetched of them is dropped. */
  void gone(Set<Partition> taken) {
    assignment = assignment.minus(taken);
    partitions.keySet().removeAll(taken);
    turns.removeAll(taken);
  }

  Set<Partition> in(Phase phase) {
    var found = new TreeSet<Partition>();
    partitions.values().stream()
        .filter(work -> work.phase() == phase)
        .forEach(work -> found.add(work.partition));
    return found;
  }

  void take(Polled polled, long now) {
    polled
        .records()
        .forEach(
            (partition, records) -> of(partition).ifPresent(work -> work.enqueue(records, now)));
    polled
        .positions()
        .forEach((partition, next) -> of(partition).ifPresent(work -> work.moveTo(next)));
  }

  /** Whether fetching of some partition is stopped. */
  boolean isThrottled() {
    return partitions.values().stream().anyMatch(PartitionWork::isPaused);
  }

  /** Stops fetching what is piling up and fetches again what has room. */
  void throttle(Input input) {
    var full = new TreeSet<Partition>();
    var roomy = new TreeSet<Partition>();
    int high = Math.max(2 * size, MIN_HIGH_MARK);
    for (var work : partitions.values()) {
      boolean above = work.queued() >= high || work.queuedBytes() >= HIGH_BYTES;
      boolean below = work.queued() <= high / 2 && work.queuedBytes() <= HIGH_BYTES / 2;
      if (!work.isPaused() && (above || work.phase() == Phase.HELD)) {
        work.paused(true);
        full.add(work.partition);
      } else if (work.isPaused() && below && work.phase() != Phase.HELD) {
        work.paused(false);
        roomy.add(work.partition);
      }
    }
    if (!full.isEmpty()) {
      input.pause(full);
    }
    if (!roomy.isEmpty()) {
      input.resume(roomy);
    }
  }

  /**
   * Lets the next suspect be tried, unless one is: an innocent one must not die with the killer.
   */
  void chooseSuspect() {
    boolean oneIsChosen =
        partitions.values().stream()
            .filter(work -> work.phase() != Phase.HELD && !work.awaitsLetter())
            .anyMatch(work -> work.suspicion().isChosen());
    if (!oneIsChosen) {
      partitions.values().stream()
          .filter(work -> work.suspicion().isSuspect() && work.queued() > 0)
          .filter(work -> work.phase() == Phase.READY)
          .findFirst()
          .ifPresent(work -> work.suspicion().choose());
    }
  }

  /** Cuts the batch of the next partition in turn that has one due. */
  Optional<PartitionWork> nextDue(long now) {
    for (int i = turns.size(); i > 0; i--) {
      var partition = turns.pollFirst();
      turns.addLast(partition);
      var work = partitions.get(partition);
      if (work.isDue(size, timeout, greedy, now)) {
        work.cut(size, now);
        return Optional.of(work);
      }
    }
    return Optional.empty();
  }

  /** How long the loop may wait before a batch that is filling must be cut. */
  long nanosUntilDue(long now) {
    return partitions.values().stream()
        .mapToLong(work -> work.nanosUntilDue(timeout, now))
        .min()
        .orElse(Long.MAX_VALUE);
  }
}
