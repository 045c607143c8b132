package io.hamstring.recovery.processing;

import java.util.Arrays;
import java.util.List;

/**
 * Counts the outputs of each record of a batch. A batch is of one partition, so that an offset
 * names a record; outputs of one source each, in order, cost a comparison and no object.
 */
final class Ordinals {

  private static final int FIRST_CAPACITY = 64;

  private final List<OutputRecord> counted;
  private long latest = -1;
  private int ofLatest;

  /** Null as long as the latest source is all that has to be known. */
  private long[] offsets;

  private int[] counts;
  private int size;

  /**
   * Counts on.
   *
   * @param counted the outputs so far; the caller adds each one once it has its ordinal
   */
  Ordinals(List<OutputRecord> counted) {
    this.counted = counted;
  }

  /** The ordinal of the next output of {@code source} alone. */
  int next(InputRecord source) {
    long offset = source.offset();
    if (offsets != null || offset < latest) {
      return next(List.of(source));
    }
    ofLatest = offset == latest ? ofLatest + 1 : 0;
    latest = offset;
    return ofLatest;
  }

  /** The ordinal of the next output of {@code sources}: it is new to each of them. */
  int next(List<? extends InputRecord> sources) {
    if (offsets == null) {
      offsets = new long[FIRST_CAPACITY];
      counts = new int[FIRST_CAPACITY];
      counted.forEach(output -> count(output.sources(), output.ordinal()));
    }
    int ordinal = 0;
    for (var source : sources) {
      int at = place(source.offset());
      ordinal = Math.max(ordinal, counts[at]);
    }
    count(sources, ordinal);
    return ordinal;
  }

  private void count(List<? extends InputRecord> sources, int ordinal) {
    for (var source : sources) {
      int at = place(source.offset());
      counts[at] = ordinal + 1;
    }
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
