package io.hamstring.recovery.loop;

import io.hamstring.recovery.port.Committed;
import io.hamstring.recovery.port.Membership;
import io.hamstring.recovery.processing.Partition;
import java.util.List;
import java.util.Map;

/**
 * What is committed together.
 *
 * @param batches in order; of one partition in order of their offsets; may be empty
 * @param offsets the next position of every partition in it, with those that moved without a batch
 * @param membership the member that commits, read after the latest poll
 * @param epochs the epochs under which the offsets were decided
 * @param startedAt monotonic time
 */
public record Transaction(
    List<Finished> batches,
    Map<Partition, Committed> offsets,
    Map<Partition, Long> epochs,
    Membership membership,
    long startedAt) {

  public Transaction {
    batches = List.copyOf(batches);
    offsets = Map.copyOf(offsets);
    epochs = Map.copyOf(epochs);
  }
}
