package io.hamstring.operator.telemetry;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * What a group has committed, and since when it is silent. Immutable.
 *
 * @param committed the last known committed offset of each partition; 0 where nothing was committed
 * @param still since when each partition in which records wait has not moved
 * @param silentSince since when there is lag and nothing is committed, or null
 * @param before the sum of what a predecessor saw committed, until a look can be compared with it;
 *     or null
 */
record CommitTrail(
    Map<Partition, Long> committed,
    Map<Partition, Instant> still,
    Instant silentSince,
    Long before) {

  CommitTrail {
    committed = Map.copyOf(committed);
    still = Map.copyOf(still);
  }

  /** What {@code memory} says. */
  static CommitTrail of(WindowMemory memory) {
    return new CommitTrail(Map.of(), Map.of(), memory.silentSince(), memory.committed());
  }

  /** This trail after one more look. */
  CommitTrail plus(StageObservation look) {
    var stands = stands(look);
    return new CommitTrail(
        stands, still(look, stands), silence(look, stands), knowsAll(look) ? null : before);
  }

  /** No worker is wanted: nothing is silent. */
  CommitTrail atRest() {
    return new CommitTrail(committed, Map.of(), null, null);
  }

  /** The sum of what is committed, for a successor; null while nothing is silent. */
  Long remembered() {
    if (silentSince == null) {
      return null;
    }
    return before == null ? Long.valueOf(sum(committed)) : before;
  }

  private Map<Partition, Long> stands(StageObservation look) {
    var stands = new HashMap<>(committed);
    look.partitions()
        .forEach(
            (partition, figures) -> {
              switch (figures.committed().state()) {
                case COMMITTED -> stands.put(partition, figures.committed().offset());
                case NONE -> stands.put(partition, 0L);
                case UNKNOWN -> {}
              }
            });
    return stands;
  }

  private Map<Partition, Instant> still(StageObservation look, Map<Partition, Long> stands) {
    var since = new HashMap<Partition, Instant>();
    look.partitions()
        .keySet()
        .forEach(
            partition -> {
              var lag = look.lagOf(partition);
              var before = still.get(partition);
              if (!lag.isKnown()) {
                if (before != null) {
                  since.put(partition, before);
                }
              } else if (lag.value() > 0) {
                var isAsBefore =
                    before != null && stands.get(partition).equals(committed.get(partition));
                since.put(partition, isAsBefore ? before : look.at());
              }
            });
    return since;
  }

  private Instant silence(StageObservation look, Map<Partition, Long> stands) {
    var lag = look.lag();
    if (lag.isWhole() && lag.total().value() == 0) {
      return null;
    }
    if (silentSince != null && hasMoved(look, stands)) {
      return look.at();
    }
    if (!lag.total().isKnown() || lag.total().value() == 0) {
      return silentSince;
    }
    return silentSince == null ? look.at() : silentSince;
  }

  private boolean hasMoved(StageObservation look, Map<Partition, Long> stands) {
    if (before != null && knowsAll(look) && before != sum(stands)) {
      return true;
    }
    return stands.entrySet().stream()
        .anyMatch(
            stand ->
                !stand.getValue().equals(committed.getOrDefault(stand.getKey(), stand.getValue())));
  }

  private static boolean knowsAll(StageObservation look) {
    return !look.partitions().isEmpty()
        && look.partitions().values().stream()
            .noneMatch(figures -> figures.committed().state() == CommittedOffset.State.UNKNOWN);
  }

  private static long sum(Map<Partition, Long> offsets) {
    return offsets.values().stream().mapToLong(Long::longValue).sum();
  }
}
