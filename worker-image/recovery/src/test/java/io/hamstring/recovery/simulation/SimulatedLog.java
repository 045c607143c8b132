package io.hamstring.recovery.simulation;

import io.hamstring.recovery.port.LogRange;
import io.hamstring.recovery.processing.InputRecord;
import io.hamstring.recovery.processing.Partition;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** A partition as its leader holds it: records, and offsets without one, such as markers. */
final class SimulatedLog {

  private final Partition partition;

  /** By offset; null where no committed record is. */
  private final List<SimulatedRecord> entries = new ArrayList<>();

  /** First and last offset of each transaction that writes here and has not ended. */
  private final TreeMap<Long, Long> open = new TreeMap<>();

  private long start;

  SimulatedLog(Partition partition) {
    this.partition = partition;
  }

  void append(byte[] value) {
    entries.add(new SimulatedRecord(partition, end(), value));
  }

  void appendGap() {
    entries.add(null);
  }

  /** Records of a transaction that goes on; the answer names it. */
  long begin(List<byte[]> values) {
    long first = end();
    values.forEach(this::append);
    open.put(first, end() - 1);
    return first;
  }

  /** The marker of a transaction's end. */
  void end(long transaction, boolean committed) {
    long last = open.remove(transaction);
    for (long offset = transaction; !committed && offset <= last; offset++) {
      entries.set((int) offset, null);
    }
    appendGap();
  }

  void deleteBelow(long offset) {
    start = offset;
  }

  /** What stood from {@code offset} on is gone, as after an unclean election. */
  void truncate(long offset) {
    entries.subList((int) offset, entries.size()).clear();
    start = Math.min(start, offset);
  }

  boolean isGap(long offset) {
    return entries.get((int) offset) == null;
  }

  /** What a committed reader may see. */
  LogRange range() {
    return new LogRange(start, open.isEmpty() ? end() : open.firstKey());
  }

  boolean holds(long position) {
    return position >= start && position <= end();
  }

  /** Records from {@code from} to before {@code to}. */
  List<InputRecord> read(long from, long to) {
    var records = new ArrayList<InputRecord>();
    for (long offset = from; offset < to; offset++) {
      if (!isGap(offset)) {
        records.add(entries.get((int) offset));
      }
    }
    return records;
  }

  private long end() {
    return entries.size();
  }
}
