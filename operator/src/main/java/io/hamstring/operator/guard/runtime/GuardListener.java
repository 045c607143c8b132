package io.hamstring.operator.guard.runtime;

import io.hamstring.operator.guard.Eviction;
import io.hamstring.operator.guard.Target;
import java.time.Duration;
import java.util.Collection;

/** Is told what the guard did: nothing is left of a dead incarnation, or no more can be done. */
public interface GuardListener {

  /**
   * Counts it, and must be quick: it keeps the guard's thread.
   *
   * @param took since the death was seen
   */
  void count(Eviction eviction, Duration took);

  /**
   * Starts of a dead worker were removed from their group, or were not in it; must be quick.
   *
   * @param boots which
   */
  default void removed(Target target, Collection<Long> boots) {}

  /** Tells people, which may take its time; left out when too much is waiting to be told. */
  void tell(Eviction eviction, Duration took);
}
