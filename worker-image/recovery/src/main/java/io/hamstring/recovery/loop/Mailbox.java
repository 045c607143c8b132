package io.hamstring.recovery.loop;

import java.time.Duration;
import java.util.Optional;

/** Where messages wait for the loop. Anyone posts; the loop takes. */
public interface Mailbox {

  /** Adds a message. */
  void post(Message message);

  /**
   * Has something done whenever a message is posted, until told otherwise.
   *
   * @param alarm run by whoever posts; null for nothing
   */
  default void alarm(Runnable alarm) {}

  /** Whether no message is there. */
  boolean isEmpty();

  /** The next message, if one is there. */
  Optional<Message> next();

  /** The next message, waiting for it at most {@code timeout}. */
  Optional<Message> await(Duration timeout);
}
