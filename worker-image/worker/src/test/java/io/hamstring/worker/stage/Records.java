package io.hamstring.worker.stage;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hamstring.recovery.processing.Batch;
import io.hamstring.recovery.processing.InputRecord;
import io.hamstring.recovery.processing.OutputRecord;
import io.hamstring.recovery.processing.Partition;
import io.hamstring.recovery.processing.RecordHeader;
import java.util.ArrayList;
import java.util.List;

/** Input records made by hand, and records that a stage wrote turned into the input of the next. */
public final class Records {

  /** When the first record was written: 2025-06-01T12:00:00 UTC. */
  public static final long START = 1_748_779_200_000L;

  private static final Partition PARTITION = new Partition("in", 3);

  private Records() {}

  /** A batch of values at offsets from 100 on, a millisecond apart. */
  public static Batch batch(String... values) {
    return batchAt(100, values);
  }

  /** A batch of values at offsets from {@code offset} on. */
  public static Batch batchAt(long offset, String... values) {
    var bytes = new byte[values.length][];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = values[i] == null ? null : values[i].getBytes(UTF_8);
    }
    return batchOf(offset, bytes);
  }

  /** A batch of raw values. */
  public static Batch batchOf(long offset, byte[]... values) {
    var records = new ArrayList<InputRecord>();
    for (int i = 0; i < values.length; i++) {
      long at = offset + i;
      records.add(new Made(PARTITION, at, START + at, null, values[i], List.of()));
    }
    return new Batch(PARTITION, records);
  }

  /** One record with a key and headers. */
  public static InputRecord record(long offset, byte[] key, byte[] value, RecordHeader... headers) {
    return new Made(PARTITION, offset, START + offset, key, value, List.of(headers));
  }

  /** The batch that the next stage gets of what a stage wrote to {@code topic}. */
  public static Batch read(String topic, List<OutputRecord> outputs) {
    var partition = new Partition(topic, 0);
    var records = new ArrayList<InputRecord>();
    for (var output : outputs) {
      if (output.topic().equals(topic)) {
        long offset = records.size();
        records.add(
            new Made(
                partition, offset, START + offset, output.key(), output.value(), output.headers()));
      }
    }
    return new Batch(partition, records);
  }

  /** A value as text. */
  public static String text(byte[] value) {
    return value == null ? null : new String(value, UTF_8);
  }

  @SuppressWarnings("ArrayRecordComponent")
  private record Made(
      Partition partition,
      long offset,
      long timestamp,
      byte[] key,
      byte[] value,
      List<RecordHeader> headers)
      implements InputRecord {

    @Override
    public byte[] header(String name) {
      byte[] found = null;
      for (var header : headers) {
        found = header.name().equals(name) ? header.value() : found;
      }
      return found;
    }

    @Override
    public int size() {
      return (key == null ? 0 : key.length) + (value == null ? 0 : value.length);
    }
  }
}
