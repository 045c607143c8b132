package io.hamstring.recovery.processing;

import java.util.List;

/**
 * Consecutive records of one partition, worked on together.
 *
 * @param records at least one, in order
 */
public record Batch(Partition partition, List<? extends InputRecord> records) {

  public Batch {
    if (records.isEmpty()) {
      throw new IllegalArgumentException("a batch of " + partition + " has at least one record");
    }
  }

  /** Number of records. */
  public int size() {
    return records.size();
  }
}
