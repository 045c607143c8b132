package io.hamstring.samples.audit;

import io.hamstring.contract.records.AuditRecord;
import io.hamstring.contract.records.AuditRecord.Disposition;
import io.hamstring.contract.records.SourceIds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;

/** The account of one stage. */
final class StageLedger {

  private static final int EXAMPLES = 5;

  private record Partition(String topic, int number) implements Comparable<Partition> {
    @Override
    public int compareTo(Partition other) {
      int byTopic = topic.compareTo(other.topic);
      return byTopic != 0 ? byTopic : Integer.compare(number, other.number);
    }
  }

  private final AuditedStage stage;
  private final Map<Partition, PartitionLedger> partitions = new TreeMap<>();
  private final Map<String, Long> rejected = new HashMap<>();
  private final Map<String, Long> dropped = new HashMap<>();
  private final Map<String, Long> delivered = new HashMap<>();
  private final List<String> examples = new ArrayList<>();
  private long out;
  private long lookBack;
  private long doubled;
  private long untraced;

  StageLedger(AuditedStage stage) {
    this.stage = stage;
  }

  String name() {
    return stage.name();
  }

  boolean reads(String topic) {
    return stage.inputs().contains(topic);
  }

  boolean writes(String topic) {
    return stage.outputs().contains(topic);
  }

  boolean isNew(SourceIds sources) {
    return partition(sources.topic(), sources.partition()).isNew(sources);
  }

  void input(SeenRecord record) {
    partition(record.topic(), record.partition()).input(record.offset());
  }

  void output(String topic, SourceIds sources) {
    out++;
    var again = partition(sources.topic(), sources.partition()).output(topic, sources);
    doubled += again.size();
    note("doubled", sources, again);
  }

  void lookBack(SourceIds repeated) {
    lookBack += repeated.offsets().size();
  }

  void untracedOutput(SeenRecord record) {
    out++;
    untraced++;
    note(
        "without source ids: "
            + SourceIds.recordId(record.topic(), record.partition(), record.offset()));
  }

  void disposal(AuditRecord disposal, SourceIds sources) {
    var counts =
        switch (disposal.disposition()) {
          case FILTERED -> dropped;
          case DELIVERED -> delivered;
          case INVALID, DEAD_LETTERED, SKIPPED -> rejected;
        };
    counts.merge(reason(disposal), (long) sources.offsets().size(), Long::sum);
    var ledger = partition(sources.topic(), sources.partition());
    var again =
        disposal.disposition() == Disposition.DEAD_LETTERED
            ? ledger.saidToBeLetters(sources)
            : ledger.disposal(sources);
    doubled += again.size();
    note("accounted for twice", sources, again);
  }

  /** Takes a record of the stage's dead-letter topic. */
  void letter(String topic, int partition, long offset) {
    if (!partition(topic, partition).letter(offset)) {
      doubled++;
      note("two dead letters: " + SourceIds.recordId(topic, partition, offset));
    }
  }

  String deadLetterTopic() {
    return stage.deadLetterTopic();
  }

  private static String reason(AuditRecord disposal) {
    var rule = disposal.rule() == null ? "no rule named" : disposal.rule();
    return switch (disposal.disposition()) {
      case DEAD_LETTERED -> "dead-lettered: " + rule;
      case SKIPPED -> "skipped: " + rule;
      case FILTERED, INVALID, DELIVERED -> rule;
    };
  }

  StageFindings findings() {
    var notes = new ArrayList<>(examples);
    partitions.forEach(
        (partition, ledger) -> {
          notes(notes, "lost", partition, ledger.firstLost(EXAMPLES));
          notes(
              notes,
              "dead letter without a line, or line without a letter",
              partition,
              ledger.firstUnprovenLetters(EXAMPLES));
          notes(notes, "unknown source", partition, ledger.firstUnknown(EXAMPLES));
          notes(
              notes,
              "ended by a rule and written too",
              partition,
              ledger.firstContradictions(EXAMPLES));
        });
    return new StageFindings(
        stage.name(),
        stage.type(),
        sum(PartitionLedger::in),
        out,
        rejected,
        dropped,
        delivered,
        lookBack,
        sum(PartitionLedger::lost),
        doubled + sum(PartitionLedger::contradictions),
        sum(PartitionLedger::unknown),
        untraced,
        notes);
  }

  private long sum(ToLongFunction<PartitionLedger> figure) {
    return partitions.values().stream().mapToLong(figure).sum();
  }

  private static void notes(
      List<String> notes, String what, Partition partition, LongStream offsets) {
    offsets.forEach(
        offset ->
            notes.add(
                what + ": " + SourceIds.recordId(partition.topic(), partition.number(), offset)));
  }

  private void note(String what, SourceIds sources, List<Long> offsets) {
    for (var offset : offsets) {
      note(
          what
              + ": "
              + SourceIds.recordId(sources.topic(), sources.partition(), offset)
              + "/"
              + sources.ordinal());
    }
  }

  private void note(String example) {
    if (examples.size() < EXAMPLES) {
      examples.add(example);
    }
  }

  private PartitionLedger partition(String topic, int number) {
    return partitions.computeIfAbsent(
        new Partition(topic, number),
        partition -> new PartitionLedger(stage.spread(), stage.outputs()));
  }
}
