package io.hamstring.recovery.processing;

import java.util.List;

/** A record to be written. Arrays are not copied. */
public final class OutputRecord {

  /** Repeats nothing. */
  public static final long[] NO_LOOK_BACK = {};

  private final String topic;
  private final byte[] key;
  private final byte[] value;
  private final List<RecordHeader> headers;
  private final InputRecord source;

  /** Null if there is but one: nearly all have, and a list for each is an object more. */
  private final List<? extends InputRecord> sources;

  private final int ordinal;
  private final long[] lookBack;

  private OutputRecord(
      String topic,
      byte[] key,
      byte[] value,
      List<RecordHeader> headers,
      InputRecord source,
      List<? extends InputRecord> sources,
      int ordinal,
      long[] lookBack) {
    this.topic = topic;
    this.key = key;
    this.value = value;
    this.headers = headers;
    this.source = source;
    this.sources = sources;
    this.ordinal = ordinal;
    this.lookBack = lookBack;
  }

  /**
   * A record that came from one or several.
   *
   * @param key may be null
   * @param value may be null
   * @param headers the stage's own; may be empty
   * @param sources the records of the batch that it came from, ascending, at least one
   * @param ordinal counts the outputs of a source from 0, so that source and ordinal together name
   *     it
   * @param lookBack offsets of records of earlier batches that it repeats; mostly empty
   * @throws IllegalArgumentException if no source is named
   */
  public OutputRecord(
      String topic,
      byte[] key,
      byte[] value,
      List<RecordHeader> headers,
      List<? extends InputRecord> sources,
      int ordinal,
      long[] lookBack) {
    this(topic, key, value, headers, first(topic, sources), many(sources), ordinal, lookBack);
  }

  /**
   * A record that came from one and repeats nothing.
   *
   * @param key may be null
   * @param value may be null
   * @param headers the stage's own; may be empty
   * @param ordinal counts the outputs of the source from 0
   */
  public OutputRecord(
      String topic,
      byte[] key,
      byte[] value,
      List<RecordHeader> headers,
      InputRecord source,
      int ordinal) {
    this(topic, key, value, headers, source, null, ordinal, NO_LOOK_BACK);
  }

  private static InputRecord first(String topic, List<? extends InputRecord> sources) {
    if (sources.isEmpty()) {
      throw new IllegalArgumentException("an output to " + topic + " names at least one source");
    }
    return sources.get(0);
  }

  private static List<? extends InputRecord> many(List<? extends InputRecord> sources) {
    return sources.size() == 1 ? null : sources;
  }

  /** Where it is to be written. */
  public String topic() {
    return topic;
  }

  /** May be null. */
  public byte[] key() {
    return key;
  }

  /** May be null. */
  public byte[] value() {
    return value;
  }

  /** The stage's own; may be empty. */
  public List<RecordHeader> headers() {
    return headers;
  }

  /** The first record that it came from. */
  public InputRecord source() {
    return source;
  }

  /** The records of the batch that it came from, ascending, at least one. */
  public List<? extends InputRecord> sources() {
    return sources == null ? List.of(source) : sources;
  }

  /** Counts the outputs of a source from 0, so that source and ordinal together name it. */
  public int ordinal() {
    return ordinal;
  }

  /** Offsets of records of earlier batches that it repeats; mostly empty. */
  public long[] lookBack() {
    return lookBack;
  }

  /** The same record with other headers. */
  public OutputRecord with(List<RecordHeader> others) {
    return new OutputRecord(topic, key, value, others, source, sources, ordinal, lookBack);
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
