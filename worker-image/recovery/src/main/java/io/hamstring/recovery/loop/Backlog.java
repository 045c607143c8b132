package io.hamstring.recovery.loop;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Finished batches in line for a commit, with what they come to. Confined to the loop thread. */
final class Backlog {

  private final ArrayDeque<Finished> line = new ArrayDeque<>();
  private long records;
  private long bytes;

  boolean isEmpty() {
    return line.isEmpty();
  }

  int size() {
    return line.size();
  }

  /** Input records in line. */
  long records() {
    return records;
  }

  /** Output bytes in line. */
  long bytes() {
    return bytes;
  }

  boolean all(Predicate<Finished> like) {
    return line.stream().allMatch(like);
  }

  Finished peekFirst() {
    return line.peekFirst();
  }

  void addLast(Finished finished) {
    line.addLast(finished);
    count(finished, 1);
  }

  void addFirst(Finished finished) {
    line.addFirst(finished);
    count(finished, 1);
  }

  Finished pollFirst() {
    var first = line.pollFirst();
    if (first != null) {
      count(first, -1);
    }
    return first;
  }

  /** Takes out of line what {@code wanted} says, from first to last. */
  List<Finished> withdraw(Predicate<Finished> wanted) {
    var taken = new ArrayList<Finished>();
    line.removeIf(finished -> wanted.test(finished) && taken.add(finished));
    taken.forEach(finished -> count(finished, -1));
    return taken;
  }

  void clear() {
    line.clear();
    records = 0;
    bytes = 0;
  }

  private void count(Finished finished, int sign) {
    records += (long) sign * finished.item().batch().size();
    bytes += sign * finished.outputBytes();
  }
}
