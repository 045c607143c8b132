package io.hamstring.recovery.simulation;

import io.hamstring.recovery.processing.InputRecord;
import io.hamstring.recovery.processing.Partition;
import io.hamstring.recovery.processing.RecordHeader;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A record whose value is its id. */
record SimulatedRecord(Partition partition, long offset) implements InputRecord {

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
    return id().getBytes(StandardCharsets.UTF_8);
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
