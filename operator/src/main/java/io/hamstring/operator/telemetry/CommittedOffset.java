package io.hamstring.operator.telemetry;

/**
 * The next offset that a group would read in a partition: an offset, nothing committed yet, or not
 * known.
 *
 * @param offset meaningless unless committed
 * @param unknownBecause why it is not known, or null
 */
public record CommittedOffset(State state, long offset, String unknownBecause) {

  /** The group has committed nothing in the partition. */
  public static final CommittedOffset NONE = new CommittedOffset(State.NONE, -1, null);

  /** What is known of a committed offset. */
  public enum State {
    COMMITTED,
    NONE,
    UNKNOWN
  }

  /** A committed offset; the sentinel -1 that some answers use means that there is none. */
  public static CommittedOffset at(long offset) {
    return offset < 0 ? NONE : new CommittedOffset(State.COMMITTED, offset, null);
  }

  /** Not known, and why. */
  public static CommittedOffset unknown(String because) {
    return new CommittedOffset(State.UNKNOWN, -1, because);
  }
}
