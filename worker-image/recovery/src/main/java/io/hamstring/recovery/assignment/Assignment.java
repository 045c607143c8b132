package io.hamstring.recovery.assignment;

import io.hamstring.recovery.processing.Partition;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/**
 * The partitions a worker owns, each with the epoch in which it was assigned. The epoch is the
 * worker's own count: it rises with every change, and a partition that leaves and comes back has
 * another one.
 *
 * @param latest the count so far, from 0
 */
public record Assignment(long latest, Map<Partition, Long> epochs) {

  /** Owns nothing. */
  public static final Assignment NONE = new Assignment(0, Map.of());

  public Assignment {
    epochs = Map.copyOf(epochs);
  }

  /** With further partitions; a callback that adds none still counts. */
  public Assignment plus(Collection<Partition> added) {
    var owned = new TreeMap<>(epochs);
    added.forEach(partition -> owned.put(partition, latest + 1));
    return new Assignment(latest + 1, owned);
  }

  /** Without partitions that were revoked or lost; the epochs of the others stand. */
  public Assignment minus(Collection<Partition> gone) {
    var owned = new TreeMap<>(epochs);
    owned.keySet().removeAll(gone);
    return new Assignment(latest + 1, owned);
  }

  /** Whether what was fetched under {@code epoch} may still be committed. */
  public boolean covers(Partition partition, long epoch) {
    var current = epochs.get(partition);
    return current != null && current == epoch;
  }
}
