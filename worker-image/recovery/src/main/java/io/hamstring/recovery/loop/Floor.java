package io.hamstring.recovery.loop;

import io.hamstring.contract.records.AuditRecord.Disposition;
import io.hamstring.contract.settings.WorkerSettings.OnPoison;
import io.hamstring.recovery.port.RejectedOutput;
import io.hamstring.recovery.processing.Disposal;
import io.hamstring.recovery.processing.InputRecord;
import io.hamstring.recovery.processing.OutputRecord;
import io.hamstring.recovery.processing.Result;
import io.hamstring.recovery.processing.StageProcessor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Where batches are worked on: hands them to the crew and judges what comes back, poison included.
 * Confined to the loop thread.
 */
final class Floor {

  /** How long bounded work goes on between two polls. */
  private static final long TURN_NANOS = 10_000_000;

  private final StageProcessor<Object> processor;
  private final Crew crew;
  private final Mailbox mailbox;
  private final Intake intake;
  private final Commits commits;
  private final AuditTrail trail;
  private final DeadLetters deadLetters;
  private final LetterBox letters;
  private final OnPoison onPoison;
  private final Journal journal;
  private final int concurrency;
  private final Duration deadline;
  private final LongSupplier clock;
  private final IdentityHashMap<Item, Hand> inHands = new IdentityHashMap<>();
  private boolean cutShort;

  /** Records whose outputs Kafka refuses, with the reason. */
  private final Map<String, String> condemned = new HashMap<>();

  /** Records whose dead letter was itself refused: it names them and leaves key and value out. */
  private final Set<String> bodiless = new HashSet<>();

  Floor(
      StageProcessor<Object> processor,
      Crew crew,
      Mailbox mailbox,
      Intake intake,
      Commits commits,
      AuditTrail trail,
      Journal journal,
      LetterBox letters,
      LongSupplier clock,
      Bounds bounds) {
    this.processor = processor;
    this.crew = crew;
    this.mailbox = mailbox;
    this.intake = intake;
    this.commits = commits;
    this.trail = trail;
    this.journal = journal;
    this.onPoison = bounds.onPoison();
    this.deadLetters = new DeadLetters(bounds.stage(), bounds.onPoison().deadLetterTopic());
    this.letters = letters;
    this.clock = clock;
    this.concurrency = bounds.concurrency();
    this.deadline = bounds.deadline();
  }

  /**
   * What bounds the work.
   *
   * @param deadline a batch in work for longer is interrupted
   */
  record Bounds(String stage, int concurrency, Duration deadline, OnPoison onPoison) {}

  boolean isIdle() {
    return inHands.isEmpty();
  }

  /**
   * Hands out batches while there are hands and batches due; bounded work is done here and now, for
   * as long as a turn may take.
   */
  void handOut(long since) {
    long now = since;
    cutShort = false;
    while (inHands.size() < concurrency && !commits.isFull()) {
      var due = intake.nextDue(now);
      if (due.isEmpty()) {
        return;
      }
      handOut(due.get(), now);
      if (processor.isBounded()) {
        now = clock.getAsLong();
        if (now - since >= TURN_NANOS) {
          cutShort = true;
          return;
        }
      }
    }
  }

  /** Whether more could have been done in the latest turn. */
  boolean wasCutShort() {
    return cutShort;
  }

  private void handOut(PartitionWork work, long now) {
    var item = work.inWork();
    var state = work.state();
    var verdict = verdict(work, item);
    if (verdict.isPresent()) {
      var record = item.batch().records().get(0);
      giveUp(work, new Result.Builder().rejection(record, verdict.get()).build(state));
      return;
    }
    var hand = new Hand(now);
    inHands.put(item, hand);
    if (processor.isBounded()) {
      takeBack(processed(item, state), false, clock.getAsLong());
    } else {
      hand.work = crew.process(() -> mailbox.post(processed(item, state)));
    }
  }

  /** Why the one record of a batch is given up without another try, if it is. */
  private Optional<String> verdict(PartitionWork work, Item item) {
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

  private Message.BatchEnded processed(Item item, Object state) {
    try {
      var result = Objects.requireNonNull(processor.process(item.batch(), state), "result");
      return new Message.BatchEnded(item, result, null);
    } catch (Exception | LinkageError | StackOverflowError | AssertionError failure) {
      return new Message.BatchEnded(item, null, failure);
    }
  }

  /** Interrupts batches that are over the deadline, and those that nobody waits for any more. */
  void interrupt(long now) {
    inHands.forEach(
        (item, hand) -> {
          boolean late = now - hand.since >= deadline.toNanos();
          boolean stale = !intake.assignment().covers(item.partition(), item.epoch());
          if ((late || stale) && !hand.interrupted && hand.work != null) {
            hand.interrupted = true;
            hand.work.interrupt();
          }
        });
  }

  /** How long the batch that is longest in work is over the deadline; negative if none is. */
  long nanosOverdue(long now) {
    return inHands.values().stream()
        .mapToLong(hand -> now - hand.since - deadline.toNanos())
        .max()
        .orElse(-1);
  }

  /** Takes back a batch that was worked on. Whether the helper of the stage cannot be used now. */
  boolean takeBack(Message.BatchEnded ended, boolean unavailable, long now) {
    var item = ended.item();
    var hand = inHands.remove(item);
    var work = intake.of(item.partition(), item.epoch()).filter(w -> w.inWork() == item);
    if (work.isEmpty()) {
      journal.stale(1);
      return false;
    }
    journal.worked(now - hand.since);
    if (unavailable) {
      work.get().again();
      return true;
    }
    if (ended.failure() != null || hand.interrupted) {
      failed(work.get(), reason(ended, hand), now);
    } else {
      passed(work.get(), ended.result());
    }
    return false;
  }

  private String reason(Message.BatchEnded ended, Hand hand) {
    return hand.interrupted
        ? "java.util.concurrent.TimeoutException: in work for longer than " + deadline
        : String.valueOf(ended.failure());
  }

  private void passed(PartitionWork work, Result<?> result) {
    var item = work.inWork();
    if (result.rejections().isEmpty() || item.replay()) {
      work.isolation().passed(item.batch().size());
      finish(work, new Finished(item, result, trail.lines(result.disposals()), false));
      return;
    }
    if (canGiveUp() || item.batch().size() == 1) {
      giveUp(work, result);
    } else {
      work.isolation().one();
      work.again();
    }
  }

  private void failed(PartitionWork work, String reason, long now) {
    var item = work.inWork();
    boolean poison = work.isolation().failed(item.batch().size(), now);
    if (!poison) {
      work.again();
    } else if (item.replay()) {
      // A look-back skips what fails: nothing of it is ever output.
      work.isolation().passed(1);
      finish(work, new Finished(item, nothing(work.state()), List.of(), false));
    } else {
      var rejected = new Result.Builder().rejection(item.batch().records().get(0), reason);
      giveUp(work, rejected.build(work.state()));
    }
  }

  /** Commits what can be committed of a batch with poison in it, or holds the partition. */
  private void giveUp(PartitionWork work, Result<?> result) {
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
      finish(work, abandoned);
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
                finish(work, finished);
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
                work.dropped(commits.withdraw(item.partition()));
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

  private boolean canGiveUp() {
    return onPoison.deadLetterTopic() != null || onPoison.then() == OnPoison.Then.SKIP;
  }

  private void finish(PartitionWork work, Finished finished) {
    work.finished(finished.result().state());
    if (!finished.item().replay()) {
      commits.add(finished);
    }
  }

  private static Result<Object> nothing(Object state) {
    return new Result<>(List.of(), List.of(), List.of(), state);
  }

  /**
   * An output of an aborted transaction was refused for what it is: its batch is narrowed down, and
   * the record given up once it is alone.
   */
  void isolate(RejectedOutput rejected) {
    var output = rejected.output();
    var source = output.sources().get(0);
    var letterTopic = onPoison.deadLetterTopic();
    boolean isLetter = letterTopic != null && letterTopic.equals(output.topic());
    intake
        .of(source.partition())
        .ifPresent(
            work -> {
              isolate(work, source, rejected.getMessage());
              if (isLetter && !bodiless.add(source.id())) {
                work.hold();
              }
            });
  }

  private void isolate(PartitionWork work, InputRecord source, String reason) {
    var items = commits.withdraw(work.partition);
    var culprit =
        items.stream().filter(item -> item.batch().records().contains(source)).findFirst();
    boolean alone = culprit.isPresent() && culprit.get().batch().size() == 1;
    work.dropped(items);
    work.isolation().refused();
    if (alone && items.get(0) == culprit.get()) {
      condemned.put(source.id(), reason);
    }
  }

  private static final class Hand {
    final long since;
    Crew.Work work;
    boolean interrupted;

    Hand(long since) {
      this.since = since;
    }
  }
}
