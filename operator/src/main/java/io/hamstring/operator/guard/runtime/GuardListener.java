package io.hamstring.operator.guard.runtime;

import io.hamstring.operator.guard.Eviction;
import java.time.Duration;

/** Is told what the guard did: nothing is left of a dead incarnation, or no more can be done. */
public interface GuardListener {

  /**
   * Counts it, and must be quick: it keeps the guard's thread.
   *
   * @param took since the death was seen
   */
  void count(Eviction eviction, Duration took);

  /** Tells people, which may take its time; left out when too much is waiting to be told. */
  void tell(Eviction eviction, Duration took);
}
