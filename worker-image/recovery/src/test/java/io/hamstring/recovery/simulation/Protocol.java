package io.hamstring.recovery.simulation;

/** How the simulated group hands out partitions and checks commits. */
public enum Protocol {
  /** Classic with an eager assignor: everybody gives up everything, generations must be equal. */
  EAGER,
  /** Classic with a cooperative assignor: what moves is revoked, generations must be equal. */
  COOPERATIVE,
  /** KIP-848: what moves is revoked; an older epoch passes for partitions that stayed. */
  CONSUMER
}
