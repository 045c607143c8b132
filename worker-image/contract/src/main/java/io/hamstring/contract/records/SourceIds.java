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
 * @param partition the input partition
 * @param offsets ascending, at least one
 * @param ordinal from 0; a source id and an ordinal together name one output for ever
 */
public record SourceIds(String topic, int partition, List<Long> offsets, int ordinal) {

  /** Names the sources of an output. */
  public static final String HEADER = "hamstring-record-id";

  /** Names the sources of what an output repeats from an earlier one; same syntax, ordinal 0. */
  public static final String LOOK_BACK_HEADER = "hamstring-look-back";

  public SourceIds {
    offsets = List.copyOf(offsets);
    if (offsets.isEmpty() || ordinal < 0) {
      throw new IllegalArgumentException(
          "an output has a source and an ordinal from 0, was " + offsets + "/" + ordinal);
    }
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
   * @throws IllegalArgumentException if the text has another form
   */
  public static SourceIds parse(String text) {
    try {
      int slash = text.lastIndexOf('/');
      int ordinal = Integer.parseInt(text.substring(slash + 1));
      int lastDash = text.lastIndexOf('-', slash);
      int partitionDash = text.lastIndexOf('-', lastDash - 1);
      return new SourceIds(
          text.substring(0, partitionDash),
          Integer.parseInt(text.substring(partitionDash + 1, lastDash)),
          offsetsOf(text.substring(lastDash + 1, slash)),
          ordinal);
    } catch (IndexOutOfBoundsException | NumberFormatException e) {
      throw new IllegalArgumentException("'" + text + "' names no source records", e);
    }
  }

  private static List<Long> offsetsOf(String ranges) {
    var offsets = new ArrayList<Long>();
    for (var range : ranges.split(",")) {
      var ends = range.split("\\.\\.");
      for (long offset = Long.parseLong(ends[0]);
          offset <= Long.parseLong(ends[ends.length - 1]);
          offset++) {
        offsets.add(offset);
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
