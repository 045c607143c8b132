package io.hamstring.recovery.processing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What came of a batch. Each record of the batch is a source of an output, or a disposal, or a
 * rejection.
 *
 * @param state the partition's state after this batch; null for a stage without state
 */
public record Result<S>(
    List<OutputRecord> outputs, List<Disposal> disposals, List<Rejection> rejections, S state) {

  /** Collects a result and counts ordinals. */
  public static final class Builder {

    /** The default batch has 50 records; a list that grows there copies itself five times. */
    private static final int FIRST_CAPACITY = 64;

    private final List<OutputRecord> outputs = new ArrayList<>(FIRST_CAPACITY);
    private final List<Disposal> disposals = new ArrayList<>();
    private final List<Rejection> rejections = new ArrayList<>();
    private final Ordinals ordinals = new Ordinals(outputs);

    /** Adds an output that came from one record. */
    public Builder output(String topic, byte[] key, byte[] value, InputRecord source) {
      return output(topic, key, value, List.of(), source);
    }

    /** Adds an output with headers that came from one record. */
    public Builder output(
        String topic, byte[] key, byte[] value, List<RecordHeader> headers, InputRecord source) {
      int ordinal = ordinals.next(source);
      outputs.add(new OutputRecord(topic, key, value, headers, source, ordinal));
      return this;
    }

    /**
     * Adds an output.
     *
     * @param sources ascending, at least one
     * @param lookBack offsets of earlier records that it repeats, ascending
     */
    public Builder output(
        String topic,
        byte[] key,
        byte[] value,
        List<RecordHeader> headers,
        List<? extends InputRecord> sources,
        long[] lookBack) {
      int ordinal = ordinals.next(sources);
      outputs.add(new OutputRecord(topic, key, value, headers, sources, ordinal, lookBack));
      return this;
    }

    /** Adds a record that ends here by a rule. */
    public Builder disposal(Disposal disposal) {
      disposals.add(disposal);
      return this;
    }

    /** Adds a record that cannot be worked on. */
    public Builder rejection(InputRecord record, String reason) {
      rejections.add(new Rejection(record, reason));
      return this;
    }

    /** The result of a stage without state. */
    public Result<Void> build() {
      return build(null);
    }

    /** The result with the partition's next state. */
    public <S> Result<S> build(S state) {
      return new Result<>(outputs, disposals, rejections, state);
    }
  }

  /** Offsets of records, ascending. */
  public static long[] offsets(List<? extends InputRecord> records) {
    var offsets = new long[records.size()];
    for (int i = 0; i < offsets.length; i++) {
      offsets[i] = records.get(i).offset();
    }
    Arrays.sort(offsets);
    return offsets;
  }
}
