package io.hamstring.recovery.simulation;

import io.hamstring.recovery.port.Committed;
import io.hamstring.recovery.processing.InputRecord;
import io.hamstring.recovery.processing.OutputRecord;
import io.hamstring.recovery.processing.Partition;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/** What must be true of every commit, whatever happens. */
class Invariants {

  private final Set<String> done = new HashSet<>();
  private final Map<Partition, Long> latest = new TreeMap<>();
  private final Set<String> gaps = new HashSet<>();
  private Consumer<OutputRecord> further = output -> {};

  /** Holds of anything; for a cluster whose topics and offsets others change. */
  static final Invariants NONE =
      new Invariants() {
        @Override
        void committing(
            List<OutputRecord> records,
            Map<Partition, Committed> offsets,
            Map<Partition, Committed> before) {}
      };

  /** What else must hold of each output to the stage's own topic. */
  void further(Consumer<OutputRecord> check) {
    further = check;
  }

  /** That offset holds no record. */
  void gap(String id) {
    gaps.add(id);
  }

  void committing(
      List<OutputRecord> records,
      Map<Partition, Committed> offsets,
      Map<Partition, Committed> before) {
    for (var output : records) {
      if (output.topic().equals(SimulatedKafka.OUT)) {
        further.accept(output);
      }
      for (var source : output.sources()) {
        check(done.add(source.id()), "doubled: " + source.id());
        inOrder(source);
        var committed = before.get(source.partition());
        check(
            committed == null || source.offset() >= committed.position().offset(),
            source.id() + " lies below the committed offset " + committed);
        var after = offsets.get(source.partition());
        check(
            after != null && after.position().offset() > source.offset(),
            source.id() + " is output without its offset");
      }
    }
    offsets.forEach((partition, to) -> nothingSkipped(partition, before.get(partition), to));
  }

  private void inOrder(InputRecord source) {
    var before = latest.put(source.partition(), source.offset());
    check(
        before == null || before < source.offset(), source.id() + " comes after offset " + before);
  }

  private void nothingSkipped(Partition partition, Committed before, Committed to) {
    long from = before == null ? 0 : before.position().offset();
    check(to.position().offset() >= from, partition + " goes back from " + from + " to " + to);
    for (long offset = from; offset < to.position().offset(); offset++) {
      var id = SimulatedKafka.id(partition, offset);
      check(gaps.contains(id) || done.contains(id), "lost: " + id + ", committed is " + to);
    }
  }

  static void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise);
    }
  }
}
