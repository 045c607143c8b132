package io.hamstring.recovery.loop;

/** Where a partition stands on its way to being worked on. */
enum Phase {
  /** Its committed offset is being asked for. */
  ASSIGNED,
  /** It had no usable offset; the one that was chosen is being committed. */
  STARTING,
  /** Records before the committed offset are replayed to rebuild the state. */
  REPLAYING,
  /** Its records are worked on. */
  READY,
  /** A poison record stands at its head and a person has to decide. */
  HELD
}
