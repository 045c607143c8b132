package io.hamstring.recovery.simulation;

import io.hamstring.recovery.processing.InputRecord;
import io.hamstring.recovery.processing.Partition;
import io.hamstring.recovery.processing.RecordHeader;
import java.util.List;

/** A record without key and headers; compared as one object. */
public final class SimulatedRecord implements InputRecord {

  private final Partition partition;
  private final long offset;
  private final byte[] value;

  public SimulatedRecord(Partition partition, long offset, byte[] value) {
    this.partition = partition;
    this.offset = offset;
    this.value = value;
  }

  @Override
  public Partition partition() {
    return partition;
  }

  @Override
  public long offset() {
    return offset;
  }

  @Override
  public long timestamp() {
    return offset;
  }

  @Override
  public byte[] key() {
    return null;
  }

  @Override
  public byte[] value() {
    return value;
  }

  @Override
  public List<RecordHeader> headers() {
    return List.of();
  }

  @Override
  public byte[] header(String name) {
    return null;
  }

  @Override
  public int size() {
    return 20;
  }
}
