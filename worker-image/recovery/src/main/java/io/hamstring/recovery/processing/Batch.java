package io.hamstring.recovery.processing;

import java.util.List;

/**
 * Consecutive records of one partition, worked on together.
 *
 * @param records at least one, in order
 * @param topicId of the topic, which one made anew does not share; empty if nobody knows it
 */
public record Batch(Partition partition, List<? extends InputRecord> records, String topicId) {

  /** A batch of a topic whose id nobody knows. */
  public Batch(Partition partition, List<? extends InputRecord> records) {
    this(partition, records, "");
  }

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
