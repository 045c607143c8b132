package io.hamstring.recovery.simulation;

import io.hamstring.contract.FailureKind;
import io.hamstring.recovery.port.Committed;
import io.hamstring.recovery.port.FailedCall;
import io.hamstring.recovery.processing.OutputRecord;
import io.hamstring.recovery.processing.Partition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The transaction coordinator, the output topics as a committed reader sees them, the offsets. */
final class SimulatedTransactions {

  private final Map<String, Ongoing> byId = new TreeMap<>();
  private final Map<String, Integer> epochs = new TreeMap<>();
  private final Map<Partition, Committed> offsets = new TreeMap<>();
  private final List<OutputRecord> outputs = new ArrayList<>();
  private final Set<String> deadLettered = new HashSet<>();
  private final Invariants invariants;

  SimulatedTransactions(Invariants invariants) {
    this.invariants = invariants;
  }

  /** A transaction that has begun. */
  private static final class Ongoing {
    final List<OutputRecord> records = new ArrayList<>();
    final Map<Partition, Committed> offsets = new TreeMap<>();
    long since;
  }

  /** A new producer of that id; whatever the one before left open is aborted. */
  int init(String id) {
    byId.remove(id);
    return epochs.merge(id, 1, Integer::sum);
  }

  boolean isCurrent(String id, int epoch) {
    return epochs.getOrDefault(id, 0) == epoch;
  }

  private Ongoing ongoing(String id, int epoch) {
    if (!isCurrent(id, epoch)) {
      throw new FailedCall(FailureKind.PRODUCER_LOST, id + " was fenced", null);
    }
    var ongoing = byId.get(id);
    if (ongoing == null) {
      throw new FailedCall(FailureKind.PRODUCER_LOST, id + " has no transaction", null);
    }
    return ongoing;
  }

  void begin(String id, int epoch, long now) {
    if (byId.containsKey(id) && isCurrent(id, epoch)) {
      throw new IllegalStateException(id + " begins a second transaction");
    }
    if (isCurrent(id, epoch)) {
      byId.put(id, new Ongoing());
      byId.get(id).since = now;
    }
  }

  void send(String id, int epoch, OutputRecord record) {
    ongoing(id, epoch).records.add(record);
  }

  void offsets(String id, int epoch, Map<Partition, Committed> offsets) {
    ongoing(id, epoch).offsets.putAll(offsets);
  }

  void commit(String id, int epoch) {
    var done = ongoing(id, epoch);
    byId.remove(id);
    invariants.committing(done.records, done.offsets, offsets);
    offsets.putAll(done.offsets);
    outputs.addAll(done.records);
    done.records.stream()
        .filter(record -> record.topic().equals(SimulatedKafka.DEAD_LETTERS))
        .forEach(record -> deadLettered.add(record.source().id()));
  }

  /** A commit that arrives when it may already be too late. */
  void commitIfOpen(String id, int epoch) {
    if (isCurrent(id, epoch) && byId.containsKey(id)) {
      commit(id, epoch);
    }
  }

  void abort(String id, int epoch) {
    ongoing(id, epoch);
    byId.remove(id);
  }

  /** Aborts what is open for too long, and fences who left it open. */
  void expire(long now, long timeout) {
    var late = new HashSet<String>();
    byId.forEach(
        (id, ongoing) -> {
          if (now - ongoing.since > timeout) {
            late.add(id);
          }
        });
    late.forEach(this::init);
  }

  /** Partitions whose committed offset waits for a transaction to end. */
  Set<Partition> pending() {
    var pending = new HashSet<Partition>();
    byId.values().forEach(ongoing -> pending.addAll(ongoing.offsets.keySet()));
    return pending;
  }

  Map<Partition, Committed> committed() {
    return offsets;
  }

  /** Ids of records of which a dead letter was committed. */
  Set<String> deadLettered() {
    return deadLettered;
  }

  List<OutputRecord> outputs() {
    return outputs;
  }
}
