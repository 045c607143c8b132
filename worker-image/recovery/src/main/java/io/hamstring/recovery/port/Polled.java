package io.hamstring.recovery.port;

import io.hamstring.recovery.processing.InputRecord;
import io.hamstring.recovery.processing.Partition;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What one poll brought.
 *
 * @param records in order, by partition
 * @param positions next positions of all partitions that moved, with or without records
 * @param withoutOffset partitions that have no committed offset to start from
 * @param outOfRange partitions whose position the log does not have, with that position
 */
public record Polled(
    Map<Partition, List<InputRecord>> records,
    Map<Partition, Position> positions,
    Set<Partition> withoutOffset,
    Map<Partition, Long> outOfRange) {

  /** Nothing. */
  public static final Polled NOTHING = new Polled(Map.of(), Map.of(), Set.of(), Map.of());
}
