package io.hamstring.recovery.loop;

import io.hamstring.recovery.plan.BackOffPolicy;
import java.util.function.DoubleSupplier;

/**
 * What a worker takes from the world it runs in.
 *
 * @param chance a number from 0 (inclusive) to 1, another one each time
 */
public record Surroundings(
    Time time, DoubleSupplier chance, BackOffPolicy backOff, Crew crew, Mailbox mailbox) {

  /** The same with other delays. */
  public Surroundings with(BackOffPolicy delays) {
    return new Surroundings(time, chance, delays, crew, mailbox);
  }
}
