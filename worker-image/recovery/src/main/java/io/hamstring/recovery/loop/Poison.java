package io.hamstring.recovery.loop;

import io.hamstring.contract.records.AuditRecord.Disposition;
import io.hamstring.contract.settings.WorkerSettings.OnPoison;
import io.hamstring.recovery.port.RejectedOutput;
import io.hamstring.recovery.processing.Disposal;
import io.hamstring.recovery.processing.InputRecord;
import io.hamstring.recovery.processing.OutputRecord;
import io.hamstring.recovery.processing.Result;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What becomes of records that cannot be worked on: given up to the dead-letter topic or skipped,
 * or held for a person. Confined to the loop thread.
 */
final class Poison {

  private final OnPoison onPoison;
  private final DeadLetters deadLetters;
  private final LetterBox letters;
  private final AuditTrail trail;
  private final Intake intake;
  private final Commits commits;

  /** Records whose outputs Kafka refuses, with the reason. */
  private final Map<String, String> condemned = new HashMap<>();

  /** Records whose dead letter was itself refused: it names them and leaves key and value out. */
  private final Set<String> bodiless = new HashSet<>();

  Poison(
      String stage,
      OnPoison onPoison,
      LetterBox letters,
      AuditTrail trail,
      Intake intake,
      Commits commits) {
    this.onPoison = onPoison;
    this.deadLetters = new DeadLetters(stage, onPoison.deadLetterTopic());
    this.letters = letters;
    this.trail = trail;
    this.intake = intake;
    this.commits = commits;
  }

  /** Why the one record of a batch is given up without another try, if it is. */
  Optional<String> verdict(PartitionWork work, Item item) {
    if (item.batch().size() > 1 || item.replay()) {
      return Optional.empty();
    }
    if (work.suspicion().isExhausted()) {
      return Optional.of(
          "process died: "
              + work.suspicion().attempts()
              + " times while this record was tried alone");
    }
    return Optional.ofNullable(condemned.remove(item.batch().records().get(0).id()));
  }

  /** Commits what can be committed of a batch with poison in it, or holds the partition. */
  void giveUp(PartitionWork work, Result<?> result) {
    if (!canGiveUp()) {
      work.again();
      work.hold();
      return;
    }
    int attempts = Math.max(1, Math.max(work.isolation().attempts(), work.suspicion().attempts()));
    work.isolation().passed(work.inWork().batch().size());
    work.isolation().gaveUp();
    var abandoned = abandoned(work.inWork(), result, attempts);
    if (letters.mayWrite()) {
      commits.add(work, abandoned);
    } else {
      work.awaitsLetter(true);
      letters.park(abandoned);
    }
  }

  /** Whether dead letters may be written is known now; those that waited for it go on if so. */
  void lettersChecked(Message.TopicChecked checked, long now) {
    for (var finished : letters.checked(checked, now)) {
      var item = finished.item();
      intake
          .of(item.partition(), item.epoch())
          .filter(work -> work.inWork() == item)
          .ifPresent(
              work -> {
                work.awaitsLetter(false);
                commits.add(work, finished);
              });
    }
  }

  /** Asks whether the dead-letter topic is there, if somebody waits for it. */
  void checkLetters(long now) {
    letters.check(now);
  }

  /** The dead-letter topic refused what an aborted transaction wrote: its partition waits. */
  void lettersRefused(Transaction aborted, String reason, long now) {
    letters.refused(now);
    for (var finished : aborted.batches()) {
      var item = finished.item();
      intake
          .of(item.partition(), item.epoch())
          .ifPresent(
              work -> {
                commits.workAgain(work);
                work.isolation().one();
                if (item.batch().size() == 1) {
                  condemned.put(item.batch().records().get(0).id(), reason);
                }
              });
    }
  }

  private Finished abandoned(Item item, Result<?> result, int attempts) {
    boolean writes = onPoison.deadLetterTopic() != null;
    var disposals = new ArrayList<>(result.disposals());
    var extra = new ArrayList<OutputRecord>();
    for (var rejection : result.rejections()) {
      if (writes) {
        var colon = rejection.reason().indexOf(':');
        var type = colon > 0 ? rejection.reason().substring(0, colon) : "rejected";
        boolean body = !bodiless.contains(rejection.record().id());
        extra.add(deadLetters.of(rejection.record(), body, attempts, type, rejection.reason()));
      }
      disposals.add(
          new Disposal(
              rejection.record(),
              writes ? Disposition.DEAD_LETTERED : Disposition.SKIPPED,
              "poison"));
    }
    extra.addAll(trail.lines(disposals));
    return new Finished(
        item, new Result<>(result.outputs(), disposals, List.of(), result.state()), extra, true);
  }

  /** Whether a record may be given up, or a person has to decide. */
  boolean canGiveUp() {
    return onPoison.deadLetterTopic() != null || onPoison.then() == OnPoison.Then.SKIP;
  }

  /**
   * An output of an aborted transaction was refused for what it is: its batch is narrowed down, and
   * the record given up once it is alone.
   */
  void isolate(Transaction aborted, RejectedOutput rejected) {
    var source = rejected.source();
    var letterTopic = onPoison.deadLetterTopic();
    boolean isLetter = letterTopic != null && letterTopic.equals(rejected.topic());
    intake
        .of(source.partition())
        .ifPresent(
            work -> {
              isolate(aborted, work, source, rejected.getMessage());
              if (isLetter && !bodiless.add(source.id())) {
                work.hold();
              }
            });
  }

  private void isolate(Transaction aborted, PartitionWork work, InputRecord source, String reason) {
    boolean alone =
        aborted.batches().stream()
            .map(Finished::item)
            .filter(item -> item.partition().equals(work.partition) && item.epoch() == work.epoch)
            .findFirst()
            .map(first -> first.batch().size() == 1 && first.batch().records().contains(source))
            .orElse(false);
    commits.workAgain(work);
    work.isolation().refused();
    if (alone) {
      condemned.put(source.id(), reason);
    }
  }
}
