package io.hamstring.recovery.port;

import java.time.Duration;

/** A consumer that has what it needs to join its group, and has not joined. Used by one thread. */
public interface PreparedInput {

  /**
   * Subscribes it. Membership itself comes with polling.
   *
   * @throws FailedCall if it cannot be subscribed; it is still to be closed then
   */
  Input join(AssignmentListener listener);

  /**
   * Uses its connections, so that none is closed for being idle, and learns what has changed.
   *
   * @throws FailedCall if no answer came, which means that it could not join now
   */
  default void keepWarm(Duration timeout) {}

  /** Lets go of it. Never throws. */
  default void close(Duration timeout) {}
}
