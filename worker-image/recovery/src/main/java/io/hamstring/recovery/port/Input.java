package io.hamstring.recovery.port;

import io.hamstring.recovery.processing.Partition;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/**
 * A subscribed member of the group. Used by one thread. All calls are bounded in time; a call that
 * fails throws {@link FailedCall}.
 */
public interface Input {

  /**
   * Serves the group and fetches. Never fails in an outage: it brings nothing then.
   *
   * @param timeout how long to wait when there is nothing
   */
  Polled poll(Duration timeout);

  /**
   * Lets a poll that waits for records come back now, or the next one. Any thread may call it at
   * any time; it changes nothing else.
   */
  default void wakeUp() {}

  /** This member as of the latest poll. */
  Membership membership();

  /** Stops fetching from partitions; those not assigned are ignored. */
  void pause(Set<Partition> partitions);

  /** Fetches again; partitions not assigned are ignored. */
  void resume(Set<Partition> partitions);

  /** Goes on from another position; what was fetched before is dropped. */
  void seek(Partition partition, Position position);

  /**
   * What the group has committed; partitions without a committed offset are absent.
   *
   * @throws FailedCall TRANSPORT_LOST also when a transaction that commits them is still open
   */
  Map<Partition, Committed> committed(Set<Partition> partitions, Duration timeout);

  /** The offsets that partitions hold now. */
  Map<Partition, LogRange> ranges(Set<Partition> partitions, Duration timeout);

  /** Where partitions end now; half of the questions of {@link #ranges}. */
  Map<Partition, Long> ends(Set<Partition> partitions, Duration timeout);

  /** All partitions of the subscribed topics, assigned or not; none if that is not known. */
  default Set<Partition> partitions(Duration timeout) {
    return Set.of();
  }

  /**
   * Ids of the subscribed topics by name, as far as they are known; a topic made anew has another.
   *
   * @param afresh whether the cluster is to be asked now
   */
  default Map<String, String> topicIds(boolean afresh) {
    return Map.of();
  }

  /**
   * How long no broker has answered this member. A poll does not fail in an outage, so nothing else
   * tells one.
   */
  default Duration silence() {
    return Duration.ZERO;
  }

  /** Leaves the group, static member or not, and lets go of everything. Never throws. */
  void close(Duration timeout);
}
