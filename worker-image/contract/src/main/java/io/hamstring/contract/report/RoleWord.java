package io.hamstring.contract.report;

import java.time.Duration;

/**
 * What the operator tells a worker to be ({@code POST /role}), with a bearer token that only the
 * two of them know. Told twice it changes nothing.
 *
 * @param incarnation the worker's {@link WorkerReport#instanceId()}; the word is for no other start
 * @param role {@link WorkerRole#ACTIVE} for good, or {@link WorkerRole#STANDBY} for {@link #LEASE}
 */
public record RoleWord(String incarnation, WorkerRole role) {

  /** Where it is told. */
  public static final String PATH = "/role";

  /** The longest body. */
  public static final int MAX_BYTES = 4096;

  /**
   * How long a worker waits for a first word, and how long it stays a standby after the latest;
   * then it joins by itself, so that a fleet without an operator does not stand still. Longer than
   * a session (45 s): the partitions of whoever died meanwhile were given to survivors by then.
   */
  public static final Duration LEASE = Duration.ofSeconds(60);
}
