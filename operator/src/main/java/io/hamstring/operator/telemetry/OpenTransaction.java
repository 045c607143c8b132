package io.hamstring.operator.telemetry;

import java.time.Instant;

/**
 * A transaction that a partition's log says is open.
 *
 * @param transactionalId empty when no coordinator knows its producer any more
 * @param startedAt when its coordinator says that it began, or null
 * @param state what its coordinator says of it
 */
public record OpenTransaction(
    long producerId, String transactionalId, Instant startedAt, State state) {

  /** What a transaction's coordinator says of it. */
  public enum State {
    /** It is open, and ends at the latest with its timeout. */
    ONGOING,
    /** It is over, or nobody knows it: the marker that would end it in the log will not come. */
    HANGING
  }
}
