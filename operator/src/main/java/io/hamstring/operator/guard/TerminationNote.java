package io.hamstring.operator.guard;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;

/** What a worker leaves in its termination message. */
public final class TerminationNote {

  private static final ObjectMapper JSON = new ObjectMapper();

  private TerminationNote() {}

  /**
   * Which start the message speaks of; 0 when it speaks of none, because the worker ended before it
   * asked Kafka for anything. Only the number is taken from it: the rest of an id comes from the
   * pod itself, so that no message can name a stranger.
   */
  public static long bootIn(String message) {
    if (message == null) {
      return 0;
    }
    try {
      var boot = JSON.readTree(message).path("boot");
      return boot.canConvertToLong() ? Math.max(0, boot.asLong()) : 0;
    } catch (JsonProcessingException notOurs) {
      return 0;
    }
  }
}
