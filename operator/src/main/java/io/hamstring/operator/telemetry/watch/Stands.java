package io.hamstring.operator.telemetry.watch;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;

/**
 * Since when the last stable offset of each partition stands still below the log's end. Kept from
 * sweep to sweep; bounded by the partitions of one. Confined to the cluster's thread.
 */
final class Stands {

  /** A transaction that is committed in time is gone by then. */
  static final Duration NOTICED = Duration.ofSeconds(5);

  private Map<TopicPartition, Stand> stands = new HashMap<>();

  /** Where a partition stands, and since when. */
  record Stand(long offset, Instant since) {}

  /**
   * Takes in one sweep.
   *
   * @param blocked last stable offsets, of the partitions only in which it is below the end
   */
  void see(Map<TopicPartition, Long> blocked, Instant now) {
    var seen = new HashMap<TopicPartition, Stand>();
    blocked.forEach(
        (partition, offset) -> {
          var before = stands.get(partition);
          seen.put(
              partition,
              before != null && before.offset() == offset ? before : new Stand(offset, now));
        });
    stands = seen;
  }

  /** Partitions that have stood still long enough to ask why. */
  Map<TopicPartition, Stand> noticed(Instant now) {
    var noticed = new HashMap<TopicPartition, Stand>();
    stands.forEach(
        (partition, stand) -> {
          if (!now.isBefore(stand.since().plus(NOTICED))) {
            noticed.put(partition, stand);
          }
        });
    return noticed;
  }

  Optional<Stand> of(TopicPartition partition) {
    return Optional.ofNullable(stands.get(partition));
  }
}
