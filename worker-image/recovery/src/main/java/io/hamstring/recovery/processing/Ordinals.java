package io.hamstring.recovery.processing;

import java.util.Arrays;
import java.util.List;

/**
 * Counts the outputs of each record of a batch. A batch is of one partition, so that an offset
 * names a record; sources mostly come in order, which costs a comparison and no object.
 */
final class Ordinals {

  private static final int FIRST_CAPACITY = 64;

  private long[] offsets = new long[FIRST_CAPACITY];
  private int[] counts = new int[FIRST_CAPACITY];
  private int size;

  /** The ordinal of the next output of {@code sources}: it is new to each of them. */
  int next(List<? extends InputRecord> sources) {
    int ordinal = 0;
    for (var source : sources) {
      int at = place(source.offset());
      ordinal = Math.max(ordinal, counts[at]);
    }
    for (var source : sources) {
      int at = place(source.offset());
      counts[at] = ordinal + 1;
    }
    return ordinal;
  }

  private int place(long offset) {
    if (size > 0 && offsets[size - 1] == offset) {
      return size - 1;
    }
    if (size == 0 || offset > offsets[size - 1]) {
      return insert(size, offset);
    }
    int found = Arrays.binarySearch(offsets, 0, size, offset);
    return found >= 0 ? found : insert(-found - 1, offset);
  }

  private int insert(int at, long offset) {
    if (size == offsets.length) {
      offsets = Arrays.copyOf(offsets, 2 * size);
      counts = Arrays.copyOf(counts, 2 * size);
    }
    System.arraycopy(offsets, at, offsets, at + 1, size - at);
    System.arraycopy(counts, at, counts, at + 1, size - at);
    offsets[at] = offset;
    counts[at] = 0;
    size++;
    return at;
  }
}
