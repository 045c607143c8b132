package io.hamstring.recovery.loop;

import io.hamstring.recovery.processing.InputRecord;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** What was fetched of a partition and is not in work yet. Confined to the loop thread. */
final class RecordQueue {

  private final ArrayDeque<InputRecord> records = new ArrayDeque<>();
  private long bytes;
  private long waitingSince;
  private long latestArrival;

  boolean isEmpty() {
    return records.isEmpty();
  }

  int size() {
    return records.size();
  }

  long bytes() {
    return bytes;
  }

  /** The record at the head, or null. */
  InputRecord first() {
    return records.peekFirst();
  }

  void add(List<InputRecord> fetched, long now) {
    if (records.isEmpty() && !fetched.isEmpty()) {
      waitingSince = now;
    }
    latestArrival = now;
    for (var record : fetched) {
      records.addLast(record);
      bytes += record.size();
    }
  }

  /** How long the record at the head still waits for others to fill its batch. */
  long nanosToWait(Duration timeout, long now) {
    return Math.max(0, timeout.toNanos() - (now - waitingSince));
  }

  /** Takes records from the head: at most {@code limit}, and none from {@code end} on. */
  List<InputRecord> take(int limit, long end) {
    var taken = new ArrayList<InputRecord>(Math.min(limit, records.size()));
    while (taken.size() < limit && !records.isEmpty() && first().offset() < end) {
      var next = records.pollFirst();
      taken.add(next);
      bytes -= next.size();
    }
    waitingSince = latestArrival;
    return taken;
  }

  /** Puts records back at the head. */
  void putBack(List<? extends InputRecord> taken) {
    for (int i = taken.size() - 1; i >= 0; i--) {
      records.addFirst(taken.get(i));
      bytes += taken.get(i).size();
    }
  }

  void clear() {
    records.clear();
    bytes = 0;
  }
}
