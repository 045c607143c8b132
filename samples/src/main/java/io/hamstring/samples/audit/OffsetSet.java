package io.hamstring.samples.audit;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * A set of offsets of one partition, one bit each in blocks of 4,096: 512 bytes for each block that
 * holds any, so that a million consecutive offsets take 125 kB.
 */
final class OffsetSet {

  private static final int BLOCK_BITS = 12;
  private static final int WORDS = 1 << BLOCK_BITS - 6;
  private static final long WITHIN_BLOCK = (1L << BLOCK_BITS) - 1;

  private final Map<Long, long[]> blocks = new HashMap<>();

  /** Adds {@code offset}; false if it was there. */
  boolean add(long offset) {
    var block = blocks.computeIfAbsent(offset >> BLOCK_BITS, number -> new long[WORDS]);
    int word = word(offset);
    long bit = 1L << offset;
    boolean isNew = (block[word] & bit) == 0;
    block[word] |= bit;
    return isNew;
  }

  boolean contains(long offset) {
    var block = blocks.get(offset >> BLOCK_BITS);
    return block != null && (block[word(offset)] & 1L << offset) != 0;
  }

  /** How many offsets of this set are in neither of the two others. */
  long countOutside(OffsetSet one, OffsetSet other) {
    long count = 0;
    for (var entry : blocks.entrySet()) {
      var inOne = one.blocks.get(entry.getKey());
      var inOther = other.blocks.get(entry.getKey());
      for (int word = 0; word < WORDS; word++) {
        long left = entry.getValue()[word];
        left &= inOne == null ? -1L : ~inOne[word];
        left &= inOther == null ? -1L : ~inOther[word];
        count += Long.bitCount(left);
      }
    }
    return count;
  }

  /** The smallest offsets of this set that are in neither of the two others. */
  long[] firstOutside(OffsetSet one, OffsetSet other, int limit) {
    return ascending()
        .filter(offset -> !one.contains(offset) && !other.contains(offset))
        .limit(limit)
        .toArray();
  }

  /** How many offsets of this set are in {@code other} too. */
  long countIn(OffsetSet other) {
    long count = 0;
    for (var entry : blocks.entrySet()) {
      var theirs = other.blocks.get(entry.getKey());
      for (int word = 0; theirs != null && word < WORDS; word++) {
        count += Long.bitCount(entry.getValue()[word] & theirs[word]);
      }
    }
    return count;
  }

  /** The smallest offsets of this set that are in {@code other} too. */
  long[] firstIn(OffsetSet other, int limit) {
    return ascending().filter(other::contains).limit(limit).toArray();
  }

  /** The offsets that are in this set and in {@code other}. */
  OffsetSet and(OffsetSet other) {
    var both = new OffsetSet();
    ascending().filter(other::contains).forEach(both::add);
    return both;
  }

  /** The offsets that are in this set or in {@code other}. */
  OffsetSet or(OffsetSet other) {
    var either = new OffsetSet();
    ascending().forEach(either::add);
    other.ascending().forEach(either::add);
    return either;
  }

  private LongStream ascending() {
    return blocks.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .flatMapToLong(entry -> offsets(entry.getKey(), entry.getValue()));
  }

  private static LongStream offsets(long number, long[] block) {
    return LongStream.rangeClosed(0, WITHIN_BLOCK)
        .filter(within -> (block[(int) (within >> 6)] & 1L << within) != 0)
        .map(within -> (number << BLOCK_BITS) + within);
  }

  private static int word(long offset) {
    return (int) ((offset & WITHIN_BLOCK) >> 6);
  }
}
