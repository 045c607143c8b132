package io.hamstring.recovery.loop;

import java.time.Duration;
import java.util.Optional;

/** Where messages wait for the loop. Anyone posts; the loop takes. */
public interface Mailbox {

  /** Adds a message. */
  void post(Message message);

  /** The next message, if one is there. */
  Optional<Message> next();

  /** The next message, waiting for it at most {@code timeout}. */
  Optional<Message> await(Duration timeout);
}
