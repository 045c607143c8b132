package io.hamstring.samples.audit;

import io.hamstring.contract.records.AuditRecord;
import io.hamstring.contract.records.SourceIds;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Accounts for every record of a pipeline, stage by stage, from what a read_committed reader of all
 * its topics sees. Records may come in any order. Confined to one thread.
 *
 * <p>An output belongs to the stage that it names, which reads the topic its sources are in and
 * writes the topic it is on. Where it names none and several stages do both, it goes to the first
 * of them that has not yet written it: each may write it once. A record that went to a dead-letter
 * topic is accounted for when it is found there.
 */
public final class Audit {

  private final List<StageLedger> stages;
  private final Set<String> topics = new TreeSet<>();

  public Audit(Collection<AuditedStage> stages) {
    this.stages = stages.stream().map(StageLedger::new).toList();
    stages.forEach(
        stage -> {
          topics.addAll(stage.inputs());
          topics.addAll(stage.outputs());
        });
  }

  /** Every topic that a stage reads or writes. */
  public Set<String> topics() {
    return topics;
  }

  /** Takes one record of one of the {@link #topics()}. */
  public void record(SeenRecord record) {
    for (var stage : stages) {
      if (stage.reads(record.topic())) {
        stage.input(record);
      }
    }
    if (stages.stream().anyMatch(stage -> stage.writes(record.topic()))) {
      output(record);
    }
  }

  /**
   * Takes one record of the audit topic.
   *
   * @throws IllegalArgumentException if it names no stage of the pipeline, or no source
   */
  public void disposal(AuditRecord record) {
    var sources = SourceIds.parse(record.sources());
    stages.stream()
        .filter(ledger -> ledger.name().equals(record.stage()))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "the audit topic names the stage '" + record.stage() + "', which is not there"))
        .disposal(record, sources);
  }

  /** Every dead-letter topic of a stage. */
  public Set<String> deadLetterTopics() {
    return stages.stream()
        .map(StageLedger::deadLetterTopic)
        .filter(Objects::nonNull)
        .collect(Collectors.toSet());
  }

  /** Takes one record of one of the {@link #deadLetterTopics()}; others write there, too. */
  public void letter(SeenLetter letter) {
    stages.stream()
        .filter(ledger -> ledger.name().equals(letter.stage()))
        .filter(ledger -> letter.on().equals(ledger.deadLetterTopic()))
        .forEach(ledger -> ledger.letter(letter.topic(), letter.partition(), letter.offset()));
  }

  /** What became of each stage's input, in the order of the stages. */
  public List<StageFindings> findings() {
    return stages.stream().map(StageLedger::findings).toList();
  }

  private void output(SeenRecord record) {
    var sources = sources(record.recordId());
    var writers = stages.stream().filter(stage -> stage.writes(record.topic())).toList();
    var candidates =
        writers.stream()
            .filter(stage -> sources.isPresent() && stage.reads(sources.get().topic()))
            .filter(stage -> record.stage() == null || stage.name().equals(record.stage()))
            .toList();
    if (candidates.isEmpty()) {
      writers.get(0).untracedOutput(record);
      return;
    }
    var writer =
        candidates.stream()
            .filter(stage -> stage.isNew(sources.get()))
            .findFirst()
            .orElse(candidates.get(0));
    writer.output(record.topic(), sources.get());
    sources(record.lookBack()).ifPresent(writer::lookBack);
  }

  private static Optional<SourceIds> sources(String header) {
    try {
      return Optional.ofNullable(header).map(SourceIds::parse);
    } catch (IllegalArgumentException unreadable) {
      return Optional.empty();
    }
  }
}
