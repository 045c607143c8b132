package io.hamstring.recovery.processing;

import io.hamstring.contract.records.SourceIds;
import java.util.List;

/** A record of an input topic. Its arrays are the client's own; nobody changes one. */
public interface InputRecord {

  /** Where it stands. */
  Partition partition();

  /** Its place in the partition. */
  long offset();

  /** The partition's leader epoch when it was written, or -1. */
  default int leaderEpoch() {
    return -1;
  }

  /** Milliseconds since 1970, by the producer's or the broker's clock. */
  long timestamp();

  /** Its key, or null. */
  byte[] key();

  /** Its value, or null for a tombstone. */
  byte[] value();

  /** All headers in order. */
  List<RecordHeader> headers();

  /** The value of the last header of that name, or null. */
  byte[] header(String name);

  /** Key, value and headers, in bytes. */
  int size();

  /** The same for ever and nobody else's: {@code topic-partition-offset}. */
  default String id() {
    return SourceIds.recordId(partition().topic(), partition().number(), offset());
  }
}
