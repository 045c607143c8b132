package io.hamstring.recovery.port;

/** Opens the two sides of a worker for one incarnation. */
public interface Cluster {

  /**
   * Removes what is left of this instance's membership, builds a member and subscribes it.
   * Membership itself comes with polling.
   *
   * @throws FailedCall if it cannot be built now
   */
  Input openInput(AssignmentListener listener);

  /**
   * Builds a producer and initialises its transactions, which settles whatever an earlier one of
   * the same transactional id left open.
   *
   * @throws FailedCall if it cannot be initialised now
   */
  Output openOutput();

  /**
   * Whether a topic exists. May be called by any thread.
   *
   * @throws FailedCall if that cannot be known now
   */
  default boolean hasTopic(String topic) {
    return true;
  }
}
