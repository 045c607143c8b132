package io.hamstring.recovery.loop;

import java.time.Instant;

/** The clocks a worker reads. */
public interface Time {

  /** Wall clock, for people and records. */
  Instant now();

  /** Monotonic clock in nanoseconds, for intervals. */
  long nanos();
}
