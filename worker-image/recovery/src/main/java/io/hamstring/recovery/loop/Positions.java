package io.hamstring.recovery.loop;

import io.hamstring.contract.FailureKind;
import io.hamstring.contract.settings.WorkerSettings.OffsetReset;
import io.hamstring.recovery.port.Committed;
import io.hamstring.recovery.port.FailedCall;
import io.hamstring.recovery.port.Input;
import io.hamstring.recovery.port.LogRange;
import io.hamstring.recovery.port.Polled;
import io.hamstring.recovery.port.Position;
import io.hamstring.recovery.processing.Partition;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Finds where each partition goes on: at the committed offset, or where the policy says for a group
 * that has none, or at the nearest offset that the log still holds. Confined to the loop thread.
 */
final class Positions {

  // Short, because other partitions wait meanwhile; an open transaction of a dead member can keep
  // committed offsets from being known for as long as its transaction timeout.
  private static final Duration FIRST_ASK = Duration.ofMillis(200);
  private static final Duration LONGEST_ASK = Duration.ofSeconds(5);
  private static final Duration ASK_AGAIN = Duration.ofMillis(200);

  private final Intake intake;
  private final OffsetReset reset;
  private final int lookBack;
  private final Time time;
  private final Map<Partition, Long> outOfRange = new TreeMap<>();

  /** The first id seen of each topic. */
  private final Map<String, String> firstIds = new HashMap<>();

  private boolean open;
  private boolean fresh;
  private long askAt = Long.MIN_VALUE;
  private Duration ask = FIRST_ASK;

  Positions(Intake intake, OffsetReset reset, int lookBack, Time time) {
    this.time = time;
    this.intake = intake;
    this.reset = reset;
    this.lookBack = lookBack;
  }

  /** Partitions were assigned. */
  void open() {
    open = true;
    fresh = true;
    askAt = Long.MIN_VALUE;
  }

  /**
   * Whether nothing was asked yet of partitions that were just assigned. The client finds its own
   * positions meanwhile, if it is polled first.
   */
  boolean areNew() {
    return open && askAt == Long.MIN_VALUE;
  }

  /** Whether a partition waits for its position. */
  boolean areOpen() {
    return open;
  }

  void clear() {
    open = false;
    fresh = false;
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
    if (fresh) {
      fresh = false;
      return Optional.empty();
    }
    try {
      var losses = new StringJoiner("; ");
      assigned(input, intake.in(Phase.ASSIGNED), losses);
      moved(input, losses);
      open = false;
      ask = FIRST_ASK;
      return losses.length() == 0 ? Optional.empty() : Optional.of(losses.toString());
    } catch (FailedCall failed) {
      if (failed.kind() != FailureKind.TRANSPORT_LOST) {
        throw failed;
      }
      // What takes longer than it may would never be answered: the next bound is twice as long.
      askAt = time.nanos() + ASK_AGAIN.toNanos();
      ask = ask.compareTo(LONGEST_ASK) < 0 ? ask.multipliedBy(2) : LONGEST_ASK;
      return Optional.empty();
    }
  }

  private void assigned(Input input, Set<Partition> partitions, StringJoiner losses) {
    if (partitions.isEmpty()) {
      return;
    }
    var found = ask(input, partitions);
    found.topicIds.forEach(firstIds::putIfAbsent);
    for (var partition : partitions) {
      var work = intake.of(partition).orElseThrow();
      var committed = found.committed.get(partition);
      if (committed == null) {
        start(input, work, found, losses);
      } else {
        goOn(input, work, committed, found, losses);
      }
    }
  }

  private Found ask(Input input, Set<Partition> partitions) {
    var committed = input.committed(partitions, ask);
    // A takeover asks for no more than it needs: each question is a way to the broker and back.
    boolean goesOn = lookBack == 0 && committed.keySet().containsAll(partitions);
    var found =
        new Found(
            committed,
            goesOn ? ends(input, partitions) : input.ranges(partitions, ask),
            input.partitions(ask),
            input.topicIds(false));
    return partitions.stream().anyMatch(found::doubtsId) ? found.with(input.topicIds(true)) : found;
  }

  /** Ranges of which only the ends are known; who goes on needs no more. */
  private Map<Partition, LogRange> ends(Input input, Set<Partition> partitions) {
    var ranges = new TreeMap<Partition, LogRange>();
    input
        .ends(partitions, ask)
        .forEach((partition, end) -> ranges.put(partition, new LogRange(0, end)));
    return ranges;
  }

  private void start(Input input, PartitionWork work, Found found, StringJoiner losses) {
    var partition = work.partition;
    var range = found.ranges.get(partition);
    int atStart = found.count(partition.topic());
    // The brokers forget the offsets of a topic that is deleted: it looks like a first start.
    boolean isMadeAnew = found.hasOtherId(partition.topic(), firstIds);
    boolean isNew = isMadeAnew;
    if (!isMadeAnew && reset != OffsetReset.EARLIEST) {
      atStart = partitionsAtStart(input, partition.topic(), found).orElse(atStart);
      isNew = atStart > 0 && partition.number() >= atStart;
    }
    var chosen = isNew ? Position.at(range.start()) : byPolicy(partition, range);
    input.seek(partition, chosen);
    work.startsAt(chosen, Mark.NONE.of(found.topicId(partition.topic()), atStart));
    if (isMadeAnew) {
      losses.add(madeAnew(partition, chosen));
    }
  }

  /** How many partitions the topic had when the group began, if it began before. */
  private OptionalInt partitionsAtStart(Input input, String topic, Found found) {
    var siblings = new TreeSet<>(found.all);
    siblings.removeIf(sibling -> !sibling.topic().equals(topic));
    var committed = input.committed(siblings, ask);
    var marked =
        committed.values().stream()
            .mapToInt(offset -> Mark.parse(offset.metadata()).partitionsAtStart())
            .filter(count -> count > 0)
            .min();
    return marked.isPresent()
        ? marked
        : committed.keySet().stream().mapToInt(partition -> partition.number() + 1).max();
  }

  private Position byPolicy(Partition partition, LogRange range) {
    return switch (reset) {
      case EARLIEST -> Position.at(range.start());
      case LATEST -> Position.at(range.end());
      case NONE ->
          throw new FailedCall(
              FailureKind.MISCONFIGURED,
              partition
                  + " has no committed offset and autoOffsetReset is none; set it to earliest or"
                  + " latest, or commit an offset for the group",
              null);
    };
  }

  private void goOn(
      Input input, PartitionWork work, Committed committed, Found found, StringJoiner losses) {
    var topic = work.partition.topic();
    var range = found.ranges.get(work.partition);
    var mark = Mark.parse(committed.metadata());
    int atStart = mark.partitionsAtStart() > 0 ? mark.partitionsAtStart() : found.count(topic);
    var position = committed.position();
    var id = found.topicId(topic);
    if (mark.isOfAnotherTopic(id)) {
      var ranges = input.ranges(Set.of(work.partition), ask);
      var start = Position.at(ranges.get(work.partition).start());
      input.seek(work.partition, start);
      work.startsAt(start, Mark.NONE.of(id, found.count(topic)));
      losses.add(madeAnew(work.partition, start));
      return;
    }
    if (position.offset() > range.end()) {
      var end = Position.at(range.end());
      input.seek(work.partition, end);
      work.startsAt(end, mark.cleared());
      losses.add(loss(work.partition, position.offset(), end.offset()));
      return;
    }
    mark = mark.of(id.isEmpty() ? mark.topicId() : id, atStart);
    long from =
        Math.max(Math.max(range.start(), mark.lookBackFrom()), position.offset() - lookBack);
    if (lookBack > 0 && from < position.offset()) {
      input.seek(work.partition, Position.at(from));
      work.replays(position, Position.at(from), mark);
    } else {
      work.resolved(position, mark, range.end() > position.offset());
    }
  }

  /** What was asked about newly assigned partitions. */
  private record Found(
      Map<Partition, Committed> committed,
      Map<Partition, LogRange> ranges,
      Set<Partition> all,
      Map<String, String> topicIds) {

    /** What is known of the topic may be older than the topic. */
    boolean doubtsId(Partition partition) {
      var offset = committed.get(partition);
      var mark = offset == null ? Mark.NONE : Mark.parse(offset.metadata());
      return offset == null
          || (!mark.topicId().isEmpty() && !mark.topicId().equals(topicId(partition.topic())));
    }

    Found with(Map<String, String> ids) {
      return new Found(committed, ranges, all, ids);
    }

    boolean hasOtherId(String topic, Map<String, String> firstIds) {
      var id = topicId(topic);
      return !id.isEmpty() && !id.equals(firstIds.getOrDefault(topic, id));
    }

    int count(String topic) {
      return (int) all.stream().filter(partition -> partition.topic().equals(topic)).count();
    }

    String topicId(String topic) {
      return topicIds.getOrDefault(topic, "");
    }
  }

  private void moved(Input input, StringJoiner losses) {
    outOfRange.keySet().retainAll(intake.assignment().epochs().keySet());
    if (outOfRange.isEmpty()) {
      return;
    }
    var ids = input.topicIds(true);
    var ranges = input.ranges(outOfRange.keySet(), ask);
    var madeAnew = new TreeSet<Partition>();
    outOfRange.forEach(
        (partition, position) -> {
          var work = intake.of(partition).orElseThrow();
          if (work.suspicion().isOfAnotherTopic(ids.getOrDefault(partition.topic(), ""))) {
            madeAnew.add(partition);
            return;
          }
          var range = ranges.get(partition);
          long to = Math.max(range.start(), Math.min(position, range.end()));
          input.seek(partition, Position.at(to));
          work.moveTo(Position.at(to));
          losses.add(loss(partition, position, to));
        });
    outOfRange.clear();
    // Whatever is in work or waits was read from the old topic: it goes with the old epoch.
    if (!madeAnew.isEmpty()) {
      intake.gone(madeAnew);
      intake.assigned(madeAnew);
      assigned(input, madeAnew, losses);
    }
  }

  private static String madeAnew(Partition partition, Position to) {
    return partition + " belongs to a topic made anew and goes on at " + to.offset();
  }

  private static String loss(Partition partition, long position, long to) {
    return partition
        + " goes on at "
        + to
        + " instead of "
        + position
        + (to > position ? ": " + (to - position) + " offsets are gone" : ": the log ends there");
  }
}
