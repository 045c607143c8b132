package io.hamstring.samples.audit;

import io.hamstring.contract.records.SourceIds;
import io.hamstring.samples.audit.AuditedStage.Spread;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;

/** The account of one input partition of a stage: what came in, and what accounts for it. */
final class PartitionLedger {

  private static final OffsetSet NONE = new OffsetSet();

  private final Spread spread;
  private final Collection<String> outputs;
  private final OffsetSet input = new OffsetSet();
  private final OffsetSet answered = new OffsetSet();
  private final Map<String, OffsetSet> answeredOn = new HashMap<>();
  private final OffsetSet disposed = new OffsetSet();
  private final OffsetSet saidToBeLetters = new OffsetSet();
  private final OffsetSet letters = new OffsetSet();
  private final List<OffsetSet> byOrdinal = new ArrayList<>();
  private long in;

  /**
   * @param outputs the stage's output topics
   */
  PartitionLedger(Spread spread, Set<String> outputs) {
    this.spread = spread;
    this.outputs = outputs;
  }

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
  List<Long> output(String topic, SourceIds sources) {
    while (byOrdinal.size() <= sources.ordinal()) {
      byOrdinal.add(new OffsetSet());
    }
    var seen = byOrdinal.get(sources.ordinal());
    var there = answeredOn.computeIfAbsent(topic, t -> new OffsetSet());
    sources
        .offsets()
        .forEach(
            offset -> {
              answered.add(offset);
              there.add(offset);
            });
    return sources.offsets().stream().filter(offset -> !seen.add(offset)).toList();
  }

  /** Takes records that ended without an output; answers those that had ended so before. */
  List<Long> disposal(SourceIds sources) {
    return sources.offsets().stream().filter(offset -> !disposed.add(offset)).toList();
  }

  /**
   * Takes records that are said to be in the dead-letter topic; answers those said to be before.
   */
  List<Long> saidToBeLetters(SourceIds sources) {
    return sources.offsets().stream().filter(offset -> !saidToBeLetters.add(offset)).toList();
  }

  /** Takes a record of the dead-letter topic; false if there was one of the same record before. */
  boolean letter(long offset) {
    return letters.add(offset);
  }

  long lost() {
    return input.countOutside(effects(), ends());
  }

  LongStream firstLost(int limit) {
    return LongStream.of(input.firstOutside(effects(), ends(), limit));
  }

  /** Records that are said to be dead letters, or are, but not both. */
  LongStream firstUnprovenLetters(int limit) {
    return LongStream.concat(
            LongStream.of(saidToBeLetters.firstOutside(letters, NONE, limit)),
            LongStream.of(letters.firstOutside(saidToBeLetters, NONE, limit)))
        .limit(limit);
  }

  /** Sources that are no record of the partition, as a read_committed reader sees it. */
  long unknown() {
    return answered.countOutside(input, input) + allEnds().countOutside(input, answered);
  }

  LongStream firstUnknown(int limit) {
    return LongStream.of(answered.firstOutside(input, input, limit));
  }

  /** Records that ended without an output and have one all the same: worked on twice. */
  long contradictions() {
    return allEnds().countIn(answered);
  }

  LongStream firstContradictions(int limit) {
    return LongStream.of(allEnds().firstIn(answered, limit));
  }

  /** What outputs account for: all readers must have it where every topic is to hold it. */
  private OffsetSet effects() {
    return switch (spread) {
      case SOME_TOPIC -> answered;
      case EVERY_TOPIC ->
          outputs.stream()
              .map(topic -> answeredOn.getOrDefault(topic, NONE))
              .reduce(OffsetSet::and)
              .orElse(NONE);
    };
  }

  /** What ended without an output, dead letters only where both line and letter are there. */
  private OffsetSet ends() {
    return disposed.or(letters.and(saidToBeLetters));
  }

  private OffsetSet allEnds() {
    return disposed.or(letters).or(saidToBeLetters);
  }
}
