package io.hamstring.samples.audit;

import io.hamstring.contract.records.SourceIds;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/** The account of one input partition of a stage: what came in, and what accounts for it. */
final class PartitionLedger {

  private final OffsetSet input = new OffsetSet();
  private final OffsetSet answered = new OffsetSet();
  private final OffsetSet disposed = new OffsetSet();
  private final List<OffsetSet> byOrdinal = new ArrayList<>();
  private long in;

  void input(long offset) {
    if (input.add(offset)) {
      in++;
    }
  }

  long in() {
    return in;
  }

  /** Whether none of the sources has been seen with this ordinal. */
  boolean isNew(SourceIds sources) {
    return sources.ordinal() >= byOrdinal.size()
        || sources.offsets().stream().noneMatch(byOrdinal.get(sources.ordinal())::contains);
  }

  /** Takes the sources of an output; answers those seen with this ordinal before. */
  List<Long> output(SourceIds sources) {
    while (byOrdinal.size() <= sources.ordinal()) {
      byOrdinal.add(new OffsetSet());
    }
    var seen = byOrdinal.get(sources.ordinal());
    sources.offsets().forEach(answered::add);
    return sources.offsets().stream().filter(offset -> !seen.add(offset)).toList();
  }

  /** Takes records that ended without an output; answers those that had ended so before. */
  List<Long> disposal(SourceIds sources) {
    return sources.offsets().stream().filter(offset -> !disposed.add(offset)).toList();
  }

  long lost() {
    return input.countOutside(answered, disposed);
  }

  LongStream firstLost(int limit) {
    return LongStream.of(input.firstOutside(answered, disposed, limit));
  }

  /** Sources that are no record of the partition, as a read_committed reader sees it. */
  long unknown() {
    return answered.countOutside(input, input) + disposed.countOutside(input, answered);
  }

  LongStream firstUnknown(int limit) {
    return LongStream.of(answered.firstOutside(input, input, limit));
  }

  /** Records that ended without an output and have one all the same: worked on twice. */
  long contradictions() {
    return disposed.countIn(answered);
  }

  LongStream firstContradictions(int limit) {
    return LongStream.of(disposed.firstIn(answered, limit));
  }
}
