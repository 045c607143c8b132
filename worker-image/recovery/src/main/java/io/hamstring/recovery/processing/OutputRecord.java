package io.hamstring.recovery.processing;

import java.util.List;

/**
 * A record to be written. Arrays are not copied.
 *
 * @param key may be null
 * @param value may be null
 * @param headers the stage's own; may be empty
 * @param sources the records of the batch that it came from, ascending, at least one
 * @param ordinal counts the outputs of a source from 0, so that source and ordinal together name it
 * @param lookBack records of earlier batches that it repeats; mostly empty
 */
@SuppressWarnings("ArrayRecordComponent")
public record OutputRecord(
    String topic,
    byte[] key,
    byte[] value,
    List<RecordHeader> headers,
    List<? extends InputRecord> sources,
    int ordinal,
    long[] lookBack) {

  /** Repeats nothing. */
  public static final long[] NO_LOOK_BACK = {};

  public OutputRecord {
    if (sources.isEmpty()) {
      throw new IllegalArgumentException("an output to " + topic + " names at least one source");
    }
  }

  /** Key, value and headers, in bytes. */
  public int size() {
    int size = length(key) + length(value);
    for (int i = 0; i < headers.size(); i++) {
      size += headers.get(i).name().length() + length(headers.get(i).value());
    }
    return size;
  }

  private static int length(byte[] bytes) {
    return bytes == null ? 0 : bytes.length;
  }
}
