package io.hamstring.worker.stage.detector.domainator;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * The newest distinct names that a client asked for under one registered domain. A name asked for
 * again says nothing new, so lines that a collector repeats change nothing. Immutable.
 */
final class NameWindow {

  /** Names of which a window is judged first, and names it holds at most; HAMSTRING's. */
  static final int LEAST = 3;

  static final int MOST = 10;

  static final NameWindow EMPTY = new NameWindow(List.of());

  private final List<Entry> entries;

  private NameWindow(List<Entry> entries) {
    this.entries = entries;
  }

  /** The window with another line at its end; the same one if it holds the name already. */
  NameWindow with(String prefix, JsonNode line) {
    for (var entry : entries) {
      if (entry.prefix.equals(prefix)) {
        return this;
      }
    }
    int first = entries.size() == MOST ? 1 : 0;
    var next = new ArrayList<Entry>(entries.size() + 1);
    for (int i = first; i < entries.size(); i++) {
      next.add(entries.get(i).without(first));
    }
    next.add(new Entry(prefix, line, List.of()));
    return new NameWindow(next);
  }

  /** What stands before the domain, oldest first. */
  List<String> prefixes() {
    return entries.stream().map(Entry::prefix).toList();
  }

  /** The lines, oldest first. */
  List<JsonNode> lines() {
    return entries.stream().map(Entry::line).toList();
  }

  int size() {
    return entries.size();
  }

  /** The same window with all pairs of names compared. */
  NameWindow compared() {
    var next = new ArrayList<Entry>(entries.size());
    for (int i = 0; i < entries.size(); i++) {
      next.add(entries.get(i).compared(entries.subList(0, i)));
    }
    return new NameWindow(next);
  }

  /** The mean over all pairs of names of each way in which they are alike. */
  double[] similarity() {
    var sums = new double[PairSimilarity.WAYS];
    int pairs = 0;
    for (var entry : compared().entries) {
      for (var pair : entry.toOlder) {
        pairs++;
        for (int way = 0; way < sums.length; way++) {
          sums[way] += pair[way];
        }
      }
    }
    for (int way = 0; way < sums.length; way++) {
      sums[way] /= Math.max(1, pairs);
    }
    return sums;
  }

  /**
   * A name.
   *
   * @param toOlder how alike it is to each name before it, as far as that was asked for
   */
  private record Entry(String prefix, JsonNode line, List<double[]> toOlder) {

    Entry without(int oldest) {
      return oldest == 0 || toOlder.isEmpty()
          ? this
          : new Entry(prefix, line, toOlder.subList(1, toOlder.size()));
    }

    Entry compared(List<Entry> older) {
      if (toOlder.size() == older.size()) {
        return this;
      }
      var pairs = new ArrayList<>(toOlder);
      for (int i = pairs.size(); i < older.size(); i++) {
        pairs.add(PairSimilarity.of(older.get(i).prefix, prefix));
      }
      return new Entry(prefix, line, List.copyOf(pairs));
    }
  }
}
