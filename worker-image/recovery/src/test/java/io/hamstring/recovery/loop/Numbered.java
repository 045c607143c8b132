package io.hamstring.recovery.loop;

import io.hamstring.recovery.processing.InputRecord;
import io.hamstring.recovery.processing.Partition;
import io.hamstring.recovery.processing.RecordHeader;
import java.util.List;

/** A record of which nothing matters but where it stands. */
record Numbered(Partition partition, long offset) implements InputRecord {

  @Override
  public long timestamp() {
    return 0;
  }

  @Override
  public byte[] key() {
    return null;
  }

  @Override
  public byte[] value() {
    return null;
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
    return 0;
  }
}
