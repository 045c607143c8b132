package io.hamstring.recovery.loop;

import io.hamstring.recovery.processing.Result;
import io.hamstring.recovery.processing.StageProcessor;
import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;

/**
 * Where batches are worked on: hands them to the crew and judges what comes back. Confined to the
 * loop thread.
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
  private final Poison poison;
  private final Journal journal;
  private final int concurrency;
  private final Duration deadline;
  private final LongSupplier clock;
  private final IdentityHashMap<Item, Hand> inHands = new IdentityHashMap<>();
  private boolean cutShort;

  Floor(
      StageProcessor<Object> processor,
      Crew crew,
      Mailbox mailbox,
      Intake intake,
      Commits commits,
      Poison poison,
      AuditTrail trail,
      Journal journal,
      LongSupplier clock,
      Bounds bounds) {
    this.processor = processor;
    this.crew = crew;
    this.mailbox = mailbox;
    this.intake = intake;
    this.commits = commits;
    this.poison = poison;
    this.trail = trail;
    this.journal = journal;
    this.clock = clock;
    this.concurrency = bounds.concurrency();
    this.deadline = bounds.deadline();
  }

  /**
   * What bounds the work.
   *
   * @param deadline a batch in work for longer is interrupted
   */
  record Bounds(int concurrency, Duration deadline) {}

  boolean isIdle() {
    return inHands.isEmpty();
  }

  /**
   * Hands out batches while there are hands and batches due; bounded work is done here and now, for
   * as long as a turn may take and nobody has something to tell.
   */
  void handOut(long since) {
    long now = since;
    cutShort = false;
    while (inHands.size() < concurrency) {
      if (commits.isFull()) {
        cutShort = true;
        return;
      }
      var due = intake.nextDue(now);
      if (due.isEmpty()) {
        return;
      }
      handOut(due.get(), now);
      if (processor.isBounded()) {
        now = clock.getAsLong();
        if (now - since >= TURN_NANOS || !mailbox.isEmpty()) {
          cutShort = true;
          return;
        }
      }
    }
  }

  /** Whether the latest turn ended with work left that can be done now. */
  boolean hasMore() {
    return cutShort && !commits.isFull();
  }

  private void handOut(PartitionWork work, long now) {
    var item = work.inWork();
    var state = work.state();
    var verdict = poison.verdict(work, item);
    if (verdict.isPresent()) {
      var record = item.batch().records().get(0);
      poison.giveUp(work, new Result.Builder().rejection(record, verdict.get()).build(state));
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
    journal.worked(now - hand.since, now);
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
      commits.add(work, new Finished(item, result, trail.lines(result.disposals()), false));
      return;
    }
    if (poison.canGiveUp() || item.batch().size() == 1) {
      poison.giveUp(work, result);
    } else {
      work.isolation().one();
      work.again();
    }
  }

  private void failed(PartitionWork work, String reason, long now) {
    var item = work.inWork();
    boolean isPoison = work.isolation().failed(item.batch().size(), now);
    if (!isPoison) {
      work.again();
    } else if (item.replay()) {
      // A look-back skips what fails: nothing of it is ever output.
      work.isolation().passed(1);
      commits.add(work, new Finished(item, nothing(work.state()), List.of(), false));
    } else {
      var rejected = new Result.Builder().rejection(item.batch().records().get(0), reason);
      poison.giveUp(work, rejected.build(work.state()));
    }
  }

  private static Result<Object> nothing(Object state) {
    return new Result<>(List.of(), List.of(), List.of(), state);
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
