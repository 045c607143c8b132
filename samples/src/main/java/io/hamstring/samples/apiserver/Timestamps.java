package io.hamstring.samples.apiserver;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Times as Kubernetes writes them: whole seconds, UTC. */
final class Timestamps {

  private Timestamps() {}

  static String of(Instant instant) {
    return instant.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
