package io.hamstring.recovery.loop;

import io.hamstring.contract.batch.GroupCommit;
import io.hamstring.recovery.port.Committed;
import io.hamstring.recovery.port.Membership;
import io.hamstring.recovery.processing.Partition;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;

/**
 * What is committed together. It grows: the loop thread adds what is finished while the transaction
 * thread writes what it took before, until there is nothing to take or nothing more fits. {@link
 * #take}, {@link #taken} and {@link #membership} are for the transaction thread, the rest for the
 * loop thread.
 */
public final class Transaction {

  /** Stands where additions would, once the transaction thread found nothing more to take. */
  private static final Addition CLOSED = new Addition(null, null, null, null);

  private final GroupCommit bounds;
  private final boolean keepsOutputs;
  private final long startedAt;
  private final List<Finished> batches = new ArrayList<>();
  private final Map<Partition, Long> epochs = new LinkedHashMap<>();
  private final Map<Partition, Committed> offsets = new TreeMap<>();
  private long records;
  private long bytes;
  private boolean full;

  /** The latest addition that was not taken; the only thing that both threads change. */
  private final AtomicReference<Addition> latest = new AtomicReference<>();

  private volatile Membership membership;

  private final Map<Partition, Committed> taken = new TreeMap<>();
  private Membership asked;

  /**
   * An empty one.
   *
   * @param keepsOutputs whether its batches can be written again
   * @param membership the member that commits, read after the latest poll
   * @param startedAt monotonic time
   */
  Transaction(GroupCommit bounds, boolean keepsOutputs, Membership membership, long startedAt) {
    this.bounds = bounds;
    this.keepsOutputs = keepsOutputs;
    this.membership = membership;
    this.asked = membership;
    this.startedAt = startedAt;
  }

  /**
   * The next position of a partition, with the batch that led there.
   *
   * @param finished null where the position moved without a batch
   * @param before the addition before, or null
   */
  private record Addition(
      Partition partition, Committed offset, Finished finished, Addition before) {}

  /** Whether more may be added. */
  boolean isOpen() {
    return !full && latest.get() != CLOSED;
  }

  /** Nothing more is added. */
  void close() {
    full = true;
  }

  /** Adds a batch. False if it is too late, or if it does not fit: then nothing does any more. */
  boolean add(Finished finished, Committed offset) {
    var item = finished.item();
    full |= !fits(finished);
    if (full || !add(item.partition(), offset, item.epoch(), finished)) {
      return false;
    }
    batches.add(keepsOutputs || finished.gaveUp() ? finished : finished.withoutOutputs());
    records += item.batch().size();
    bytes += finished.outputBytes();
    full = isAlone(finished);
    return true;
  }

  /** Adds a position without a batch, before the transaction thread has the transaction. */
  void add(Partition partition, Committed offset, long epoch) {
    add(partition, offset, epoch, null);
  }

  private boolean add(Partition partition, Committed offset, long epoch, Finished finished) {
    Addition before;
    do {
      before = latest.get();
      if (before == CLOSED) {
        return false;
      }
    } while (!latest.compareAndSet(before, new Addition(partition, offset, finished, before)));
    offsets.put(partition, offset);
    epochs.put(partition, epoch);
    return true;
  }

  private boolean fits(Finished finished) {
    if (offsets.isEmpty()) {
      return true;
    }
    var item = finished.item();
    return !isAlone(finished)
        && records + item.batch().size() <= bounds.maxRecords()
        && bytes + finished.outputBytes() <= bounds.maxBytes()
        && epochs.getOrDefault(item.partition(), item.epoch()) == item.epoch();
  }

  private boolean isAlone(Finished finished) {
    return finished.gaveUp() || !bounds.enabled();
  }

  /** The member goes on under that generation. */
  void renew(Membership renewed) {
    membership = renewed;
  }

  /** The member that commits, as it is known now. */
  Membership membership() {
    asked = membership;
    return asked;
  }

  /** The member for which the group was asked last; only once the transaction has ended. */
  Membership asked() {
    return asked;
  }

  /**
   * The batches that were added since the call before, in order; of one partition in order of their
   * offsets. Closes the transaction and answers nothing if nothing was added.
   */
  Optional<Queue<Finished>> take() {
    if (latest.compareAndSet(null, CLOSED)) {
      return Optional.empty();
    }
    var additions = new ArrayList<Addition>();
    for (var next = latest.getAndSet(null); next != null; next = next.before()) {
      additions.add(next);
    }
    Collections.reverse(additions);
    var added = new ArrayDeque<Finished>(additions.size());
    for (var addition : additions) {
      taken.put(addition.partition(), addition.offset());
      if (addition.finished() != null) {
        added.add(addition.finished());
      }
    }
    return Optional.of(added);
  }

  /** The next position of every partition in what was taken. */
  Map<Partition, Committed> taken() {
    return taken;
  }

  /** All batches, in order; of one partition in order of their offsets. */
  List<Finished> batches() {
    return Collections.unmodifiableList(batches);
  }

  /** The next position of every partition in it. */
  Map<Partition, Committed> offsets() {
    return Collections.unmodifiableMap(offsets);
  }

  /** The epochs under which the offsets were decided. */
  Map<Partition, Long> epochs() {
    return Collections.unmodifiableMap(epochs);
  }

  /** Monotonic time. */
  long startedAt() {
    return startedAt;
  }
}
