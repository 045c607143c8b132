package io.hamstring.contract.records;

import java.util.ArrayList;
import java.util.List;

/**
 * The ids of the input records that an output came from, and its ordinal among the outputs of those
 * records, as the header {@value #HEADER} carries them: {@code topic-partition-offsets/ordinal}
 * with offsets as ranges, such as {@code pipeline-x-3-5..9,12/0}. A single source reads as its
 * record id.
 *
 * @param topic the input topic
 * @param partition the input partition, from 0
 * @param offsets from 0, strictly ascending, at least one
 * @param ordinal from 0; a source id and an ordinal together name one output for ever
 */
public record SourceIds(String topic, int partition, List<Long> offsets, int ordinal) {

  /** Names the sources of an output. */
  public static final String HEADER = "hamstring-record-id";

  /** Names the stage that wrote an output: several stages may read and write the same topics. */
  public static final String STAGE_HEADER = "hamstring-stage";

  /** Names the sources of what an output repeats from an earlier one; same syntax, ordinal 0. */
  public static final String LOOK_BACK_HEADER = "hamstring-look-back";

  /** More sources than any batch has; bounds what a header can make its reader allocate. */
  private static final int MAX_SOURCES = 1_000_000;

  public SourceIds {
    offsets = List.copyOf(offsets);
    if (topic.isEmpty() || partition < 0 || ordinal < 0 || !ascend(offsets)) {
      throw new IllegalArgumentException(
          "an output has a topic, a partition from 0, ascending offsets and an ordinal from 0, was "
              + recordId(topic, partition, 0)
              + " with offsets "
              + offsets
              + " and ordinal "
              + ordinal);
    }
  }

  private static boolean ascend(List<Long> offsets) {
    long before = -1;
    for (long offset : offsets) {
      if (offset <= before) {
        return false;
      }
      before = offset;
    }
    return !offsets.isEmpty();
  }

  /** The id of one record: {@code topic-partition-offset}. */
  public static String recordId(String topic, int partition, long offset) {
    return topic + "-" + partition + "-" + offset;
  }

  /** The header's value. */
  public String encoded() {
    return encoded(
        topic, partition, offsets.stream().mapToLong(Long::longValue).toArray(), ordinal);
  }

  /** The header's value, from ascending offsets without boxing them. */
  public static String encoded(String topic, int partition, long[] offsets, int ordinal) {
    var text = new StringBuilder(topic.length() + 24);
    text.append(topic).append('-').append(partition).append('-');
    ranges(text, offsets);
    return text.append('/').append(ordinal).toString();
  }

  /**
   * Reads a header's value.
   *
   * @throws IllegalArgumentException if the text is not what {@link #encoded()} writes
   */
  public static SourceIds parse(String text) {
    try {
      var ids = read(text);
      if (ids.encoded().equals(text)) {
        return ids;
      }
    } catch (IndexOutOfBoundsException | IllegalArgumentException | ArithmeticException e) {
      throw new IllegalArgumentException("'" + text + "' names no source records", e);
    }
    throw new IllegalArgumentException("'" + text + "' names no source records");
  }

  private static SourceIds read(String text) {
    int slash = text.lastIndexOf('/');
    int ordinal = Integer.parseInt(text.substring(slash + 1));
    int lastDash = text.lastIndexOf('-', slash);
    int partitionDash = text.lastIndexOf('-', lastDash - 1);
    return new SourceIds(
        text.substring(0, partitionDash),
        Integer.parseInt(text.substring(partitionDash + 1, lastDash)),
        offsetsOf(text.substring(lastDash + 1, slash)),
        ordinal);
  }

  private static List<Long> offsetsOf(String ranges) {
    var offsets = new ArrayList<Long>();
    for (var range : ranges.split(",")) {
      var ends = range.split("\\.\\.");
      long first = Long.parseLong(ends[0]);
      // Counted from zero: the last offset may be the largest number there is.
      long steps = Math.subtractExact(Long.parseLong(ends[ends.length - 1]), first);
      if (steps >= MAX_SOURCES - offsets.size()) {
        throw new IllegalArgumentException("more than " + MAX_SOURCES + " sources");
      }
      for (long i = 0; i <= steps; i++) {
        offsets.add(first + i);
      }
    }
    return offsets;
  }

  private static void ranges(StringBuilder text, long[] offsets) {
    for (int first = 0; first < offsets.length; ) {
      int last = first;
      while (last + 1 < offsets.length && offsets[last + 1] == offsets[last] + 1) {
        last++;
      }
      if (first > 0) {
        text.append(',');
      }
      text.append(offsets[first]);
      if (last > first) {
        text.append("..").append(offsets[last]);
      }
      first = last + 1;
    }
  }

  /** The ids of all sources: {@code topic-partition-offset} each. */
  public List<String> recordIds() {
    return offsets.stream().map(offset -> recordId(topic, partition, offset)).toList();
  }
}
