package io.hamstring.operator.telemetry;

import io.hamstring.contract.settings.WorkerSettings.OffsetReset;

/**
 * Where a group stands in one partition, and where the partition's log stands.
 *
 * @param logStart first offset that the log still has
 * @param lastStable the last stable offset: where a {@code read_committed} reader stops
 * @param logEnd one past the last offset, also of transactions still open
 */
public record PartitionFigures(
    CommittedOffset committed, Figure logStart, Figure lastStable, Figure logEnd) {

  /**
   * The offset at which a worker would go on reading. A group without a committed offset starts
   * where its policy says; one whose committed offset the log no longer has starts at the log's
   * start.
   */
  public Figure position(OffsetReset start) {
    return switch (committed.state()) {
      case COMMITTED ->
          logStart.isKnown()
              ? Figure.of(Math.max(committed.offset(), logStart.value()))
              : Figure.of(committed.offset());
      case UNKNOWN -> Figure.unknown(committed.unknownBecause());
      case NONE ->
          switch (start) {
            case EARLIEST -> logStart;
            case LATEST -> lastStable;
            case NONE ->
                Figure.unknown("nothing is committed, and offsetReset none names no start");
          };
    };
  }

  /** Records that may be read and have not been worked on; never negative. */
  public Figure lag(OffsetReset start) {
    return lastStable.above(position(start));
  }

  /** Offsets behind an open transaction, which nobody may read yet. */
  public Figure withheld() {
    return logEnd.above(lastStable);
  }

  /** Records that the log dropped before the group came to them. */
  public Figure lost() {
    return committed.state() == CommittedOffset.State.COMMITTED
        ? logStart.above(Figure.of(committed.offset()))
        : Figure.of(0);
  }
}
