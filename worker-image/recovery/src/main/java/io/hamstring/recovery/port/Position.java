package io.hamstring.recovery.port;

/**
 * A place in a partition from which to go on: the next offset, not the last one.
 *
 * @param offset from 0
 * @param leaderEpoch of the record before it, or -1
 */
public record Position(long offset, int leaderEpoch) {

  /** A position whose leader epoch nobody knows. */
  public static Position at(long offset) {
    return new Position(offset, -1);
  }
}
