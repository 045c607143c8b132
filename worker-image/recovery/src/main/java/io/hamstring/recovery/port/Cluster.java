package io.hamstring.recovery.port;

import io.hamstring.contract.names.Incarnation;
import java.util.Optional;

/** Opens the two sides of a worker for its incarnation. */
public interface Cluster {

  /**
   * Removes what is left of this instance's membership, builds a member and subscribes it.
   * Membership itself comes with polling.
   *
   * @throws FailedCall if it cannot be built now
   */
  Input openInput(AssignmentListener listener);

  /**
   * Does all of {@link #openInput} but the joining.
   *
   * @throws FailedCall if it cannot be built now
   */
  default PreparedInput prepareInput() {
    return this::openInput;
  }

  /**
   * Builds a producer and initialises its transactions, which settles whatever an earlier one of
   * the same transactional id left open.
   *
   * @throws FailedCall if it cannot be initialised now
   */
  Output openOutput();

  /**
   * Makes the worker another incarnation, for all that is opened from now on; what the one before
   * left is settled when the input is opened.
   *
   * @return the new one; empty if the old one has to do
   */
  default Optional<Incarnation> takeNewIds() {
    return Optional.empty();
  }

  /**
   * Whether a topic exists. May be called by any thread.
   *
   * @throws FailedCall if that cannot be known now
   */
  default boolean hasTopic(String topic) {
    return true;
  }
}
