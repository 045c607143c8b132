package io.hamstring.recovery.loop;

import io.hamstring.contract.FailureKind;
import io.hamstring.contract.settings.WorkerSettings.OffsetReset;
import io.hamstring.recovery.loop.PartitionWork.Phase;
import io.hamstring.recovery.port.Committed;
import io.hamstring.recovery.port.FailedCall;
import io.hamstring.recovery.port.Input;
import io.hamstring.recovery.port.LogRange;
import io.hamstring.recovery.port.Polled;
import io.hamstring.recovery.port.Position;
import io.hamstring.recovery.processing.Partition;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;

/**
 * Finds where each partition goes on: at the committed offset, or where the policy says for a group
 * that has none, or at the nearest offset that the log still holds. Confined to the loop thread.
 */
final class Positions {

  // Short, because other partitions wait meanwhile; an open transaction of a dead member can keep
  // committed offsets from being known for as long as its transaction timeout.
  private static final Duration ASK = Duration.ofMillis(200);
  private static final Duration ASK_AGAIN = Duration.ofMillis(200);

  private final Intake intake;
  private final OffsetReset reset;
  private final int lookBack;
  private final Map<Partition, Long> outOfRange = new TreeMap<>();
  private boolean open;
  private long askAt = Long.MIN_VALUE;

  Positions(Intake intake, OffsetReset reset, int lookBack) {
    this.intake = intake;
    this.reset = reset;
    this.lookBack = lookBack;
  }

  /** Partitions were assigned. */
  void open() {
    open = true;
    askAt = Long.MIN_VALUE;
  }

  /** Whether a partition waits for its position. */
  boolean areOpen() {
    return open;
  }

  void clear() {
    open = false;
    outOfRange.clear();
  }

  /** What a poll said of positions that are missing or gone. */
  void lost(Polled polled) {
    outOfRange.putAll(polled.outOfRange());
    open |= !polled.withoutOffset().isEmpty() || !polled.outOfRange().isEmpty();
  }

  /**
   * Finds positions that are open, as far as the cluster answers now.
   *
   * @return what was lost of partitions whose position the log no longer has
   */
  Optional<String> resolve(Input input, long now) {
    if (!open || (askAt != Long.MIN_VALUE && now - askAt < 0)) {
      return Optional.empty();
    }
    askAt = now + ASK_AGAIN.toNanos();
    try {
      assigned(input, intake.in(Phase.ASSIGNED));
      var loss = moved(input);
      open = false;
      return loss;
    } catch (FailedCall failed) {
      if (failed.kind() != FailureKind.TRANSPORT_LOST) {
        throw failed;
      }
      return Optional.empty();
    }
  }

  private void assigned(Input input, Set<Partition> partitions) {
    if (partitions.isEmpty()) {
      return;
    }
    var committed = input.committed(partitions, ASK);
    boolean needsRanges = lookBack > 0 || !committed.keySet().containsAll(partitions);
    var ranges = needsRanges ? input.ranges(partitions, ASK) : Map.<Partition, LogRange>of();
    for (var partition : partitions) {
      var work = intake.of(partition).orElseThrow();
      var known = committed.get(partition);
      if (known == null) {
        start(input, work, ranges.get(partition));
      } else {
        goOn(input, work, known, ranges.get(partition));
      }
    }
  }

  private void start(Input input, PartitionWork work, LogRange range) {
    var chosen =
        switch (reset) {
          case EARLIEST -> Position.at(range.start());
          case LATEST -> Position.at(range.end());
          case NONE ->
              throw new FailedCall(
                  FailureKind.MISCONFIGURED,
                  work.partition
                      + " has no committed offset and autoOffsetReset is none; set it to earliest or"
                      + " latest, or commit an offset for the group",
                  null);
        };
    input.seek(work.partition, chosen);
    work.startsAt(chosen);
  }

  private void goOn(Input input, PartitionWork work, Committed committed, LogRange range) {
    var position = committed.position();
    if (lookBack > 0) {
      long from = Math.max(range.start(), position.offset() - lookBack);
      if (from < position.offset()) {
        input.seek(work.partition, Position.at(from));
        work.resolved(position, Position.at(from));
        return;
      }
    }
    work.resolved(position);
  }

  private Optional<String> moved(Input input) {
    outOfRange.keySet().retainAll(intake.assignment().epochs().keySet());
    if (outOfRange.isEmpty()) {
      return Optional.empty();
    }
    var ranges = input.ranges(outOfRange.keySet(), ASK);
    var losses = new StringJoiner("; ");
    outOfRange.forEach(
        (partition, position) -> {
          var range = ranges.get(partition);
          long to = position < range.start() ? range.start() : range.end();
          input.seek(partition, Position.at(to));
          intake.of(partition).ifPresent(work -> work.moveTo(Position.at(to)));
          losses.add(partition + " goes on at " + to + " instead of " + position);
        });
    outOfRange.clear();
    return Optional.of(losses.toString());
  }
}
