package io.hamstring.recovery.loop;

import io.hamstring.recovery.port.Committed;
import io.hamstring.recovery.port.Position;
import io.hamstring.recovery.processing.Batch;
import io.hamstring.recovery.processing.InputRecord;
import io.hamstring.recovery.processing.Partition;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;

/**
 * One assigned partition: what was fetched, what is in work, what is committed, and the stage's
 * state of it. Lives as long as the assignment of the partition. Confined to the loop thread.
 */
final class PartitionWork {

  final Partition partition;
  final long epoch;
  private final RecordQueue queue = new RecordQueue();
  private Phase phase = Phase.ASSIGNED;
  private Position start;
  private Position position;
  private Position committed;
  private Object committedState;
  private Object state;
  private Item inWork;

  /** The first records of batches that are finished and not committed. */
  private final ArrayDeque<InputRecord> heads = new ArrayDeque<>();

  /** Records are known to be there, and the mark of the start is not committed yet. */
  private boolean awaitsRecords;

  /** Records are known to be there, and none has come yet. */
  private boolean expectsRecords;

  private boolean committedWork;
  private boolean paused;
  private boolean awaitsLetter;
  private final Isolation isolation;
  private final Suspicion suspicion;

  PartitionWork(
      Partition partition,
      long epoch,
      Object initialState,
      Isolation isolation,
      Suspicion suspicion) {
    this.partition = partition;
    this.epoch = epoch;
    this.suspicion = suspicion;
    this.committedState = initialState;
    this.state = initialState;
    this.isolation = isolation;
  }

  Phase phase() {
    return phase;
  }

  Isolation isolation() {
    return isolation;
  }

  Suspicion suspicion() {
    return suspicion;
  }

  Position position() {
    return position;
  }

  Position committed() {
    return committed;
  }

  Object state() {
    return state;
  }

  int queued() {
    return queue.size();
  }

  long queuedBytes() {
    return queue.bytes();
  }

  Item inWork() {
    return inWork;
  }

  boolean isPaused() {
    return paused;
  }

  /** Whether a poison record waits for its dead-letter topic. */
  boolean awaitsLetter() {
    return awaitsLetter;
  }

  void awaitsLetter(boolean now) {
    awaitsLetter = now;
  }

  void paused(boolean now) {
    paused = now;
  }

  /** Oldest record that is not committed and still here, if any. */
  Optional<InputRecord> oldest() {
    if (!heads.isEmpty()) {
      return Optional.of(heads.peekFirst());
    }
    return inWork != null
        ? Optional.of(inWork.batch().records().get(0))
        : Optional.ofNullable(queue.first());
  }

  /**
   * Goes on from the committed offset; what was fetched from there on stands.
   *
   * @param recordsWait whether the log holds more: the mark is committed while they are fetched
   */
  void resolved(Position committedAt, Mark mark, boolean recordsWait) {
    committed = committedAt;
    awaitsRecords = recordsWait;
    expectsRecords = recordsWait && queue.isEmpty();
    position = position == null ? committedAt : position;
    suspicion.found(mark);
    phase = Phase.READY;
  }

  /** Goes on from the committed offset once the records from {@code from} on were replayed. */
  void replays(Position committedAt, Position from, Mark mark) {
    queue.clear();
    committed = committedAt;
    position = from;
    suspicion.found(mark);
    phase = Phase.REPLAYING;
  }

  /** Starts where the policy says, once that is committed. */
  void startsAt(Position chosen, Mark mark) {
    queue.clear();
    suspicion.found(mark);
    start = chosen;
    position = chosen;
    phase = Phase.STARTING;
  }

  /** Stops here until a person decides. */
  void hold() {
    phase = Phase.HELD;
  }

  void enqueue(List<InputRecord> records, long now) {
    queue.add(records, now);
    expectsRecords = false;
  }

  void moveTo(Position next) {
    position = next;
  }

  /**
   * Whether a batch can be cut now.
   *
   * @param greedy whether a batch that is not full need not wait for its timeout
   */
  boolean isDue(int size, Duration timeout, boolean greedy, long now) {
    if (inWork != null || (phase != Phase.READY && phase != Phase.REPLAYING)) {
      return false;
    }
    if (isolation.isResting(now)) {
      return false;
    }
    if (queue.isEmpty() || (phase == Phase.READY && !suspicion.mayWork())) {
      return false;
    }
    if (isOneByOne() && phase == Phase.READY && !heads.isEmpty()) {
      return false;
    }
    return greedy
        || suspicion.isSuspect()
        || phase == Phase.REPLAYING
        || queue.size() >= isolation.bounded(size)
        || queue.nanosToWait(timeout, now) == 0;
  }

  /** Only the record at the committed offset is suspected; what follows waits for its commit. */
  boolean isOneByOne() {
    return suspicion.isSuspect() || isolation.isCareful();
  }

  /** How long until a batch that is filling must be cut, or forever. */
  long nanosUntilDue(Duration timeout, long now) {
    boolean working = phase == Phase.READY || phase == Phase.REPLAYING;
    return queue.isEmpty() || inWork != null || !working || isolation.isResting(now)
        ? Long.MAX_VALUE
        : queue.nanosToWait(timeout, now);
  }

  /** Cuts the next batch; it must be due. */
  Item cut(int size, long now) {
    boolean replay = phase == Phase.REPLAYING;
    long before = queue.bytes();
    var records =
        queue.take(
            suspicion.isSuspect() ? 1 : isolation.bounded(size),
            replay ? committed.offset() : Long.MAX_VALUE);
    long bytes = before - queue.bytes();
    var last = records.get(records.size() - 1);
    var after = queue.isEmpty() ? position : new Position(last.offset() + 1, last.leaderEpoch());
    var batch = new Batch(partition, records, suspicion.topicId());
    inWork = new Item(batch, epoch, after, replay, bytes, now);
    return inWork;
  }

  /** The batch in work ended well. */
  void finished(Object nextState) {
    var finished = inWork;
    inWork = null;
    state = nextState;
    if (finished.replay()) {
      committedState = nextState;
      replayEnds();
    } else {
      heads.addLast(finished.batch().records().get(0));
    }
  }

  /** Leaves the replay once everything before the committed offset went through the state. */
  void replayEnds() {
    boolean done =
        phase == Phase.REPLAYING
            && inWork == null
            && (queue.isEmpty()
                ? position.offset() >= committed.offset()
                : queue.first().offset() >= committed.offset());
    if (done) {
      phase = Phase.READY;
    }
  }

  /** The batch in work is to be worked on again: its records go back to the head of the queue. */
  void again() {
    var item = inWork;
    inWork = null;
    awaitsLetter = false;
    queue.putBack(item.batch().records());
  }

  /**
   * Results that were not committed are dropped: their records go back in front, the state falls
   * back to the committed one. Given from first to last; whatever is in work counts as later than
   * these. A partition that is held goes on as far as it had come, and is held there again: what
   * comes before its poison is good.
   */
  void dropped(List<Item> items) {
    if (inWork != null) {
      again();
    }
    for (int i = items.size() - 1; i >= 0; i--) {
      queue.putBack(items.get(i).batch().records());
    }
    heads.clear();
    state = committedState;
    if (phase == Phase.HELD && !items.isEmpty()) {
      phase = Phase.READY;
    }
  }

  /** Whether a batch was committed since the partition was assigned. */
  boolean hasCommittedWork() {
    return committedWork;
  }

  /** Whether the first batch since the partition was assigned is in work, or will soon be. */
  boolean isAtItsFirstBatch() {
    return phase == Phase.READY
        && !committedWork
        && heads.isEmpty()
        && (inWork != null || !queue.isEmpty() || expectsRecords);
  }

  /** A batch was committed with the state it left. */
  void adopted(Position after, Object itsState) {
    committedWork = true;
    committed = after;
    committedState = itsState;
    heads.pollFirst();
  }

  /** An offset was committed, with a batch or without. */
  void moved(Committed to) {
    committed = to.position();
    awaitsRecords = false;
    suspicion.committed(Mark.parse(to.metadata()));
    if (phase == Phase.STARTING) {
      phase = Phase.READY;
    }
  }

  /**
   * What is to be committed of this partition without a batch: a start position, a mark that has to
   * stand before work goes on, or a position that moved past what is no record.
   */
  Optional<Committed> loosePosition() {
    if (phase == Phase.STARTING) {
      return Optional.of(new Committed(start, suspicion.beginning().encoded()));
    }
    if (phase != Phase.READY || inWork != null || !heads.isEmpty()) {
      return Optional.empty();
    }
    if (isAboutToWork()) {
      return suspicion.due().map(mark -> new Committed(committed, mark.encoded()));
    }
    return position.offset() > committed.offset()
        ? Optional.of(new Committed(position, suspicion.passed()))
        : Optional.empty();
  }

  /** Whether work waits for a commit of this partition's own. */
  boolean waitsForMark() {
    return phase == Phase.STARTING
        || (phase == Phase.READY && isAboutToWork() && suspicion.due().isPresent());
  }

  private boolean isAboutToWork() {
    return !queue.isEmpty() || awaitsRecords;
  }

  /** What is to be committed so that nobody suspects a partition that was left in good order. */
  Optional<Committed> farewell() {
    return committed != null && suspicion.isMarked()
        ? Optional.of(new Committed(committed, suspicion.leaving().encoded()))
        : Optional.empty();
  }
}
