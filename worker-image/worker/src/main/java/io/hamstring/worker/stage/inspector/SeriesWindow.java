package io.hamstring.worker.stage.inspector;

/**
 * The newest counts of a series, as a ring. Values that are handed out are never changed again.
 *
 * @param seen how many of the places are filled
 * @param next where the next count goes
 */
@SuppressWarnings("ArrayRecordComponent")
record SeriesWindow(int[] counts, int seen, int next) {

  /** A window in which nothing is counted yet. */
  static SeriesWindow empty(int length) {
    return new SeriesWindow(new int[length], 0, 0);
  }

  /** Goes through a series from here on. Confined to one batch. */
  Cursor cursor(SeriesModel model, double threshold) {
    return new Cursor(counts.clone(), seen, next, model, threshold);
  }

  /** A window that moves, and the number of odd counts on its way. */
  static final class Cursor {

    private final int[] counts;
    private final SeriesModel model;
    private final double threshold;
    private int seen;
    private int next;
    private int nonZero;
    private long odd;

    private Cursor(int[] counts, int seen, int next, SeriesModel model, double threshold) {
      this.counts = counts;
      this.model = model;
      this.threshold = threshold;
      this.seen = seen;
      this.next = next;
      for (int count : counts) {
        nonZero += count == 0 ? 0 : 1;
      }
    }

    /**
     * One count more. Until the window has been filled once there is no score, which counts as 0;
     * then the count is taken into the window before it is scored, as StreamAD does.
     */
    void add(int count) {
      var filled = seen == counts.length;
      nonZero += (count == 0 ? 0 : 1) - (counts[next] == 0 ? 0 : 1);
      counts[next] = count;
      next = (next + 1) % counts.length;
      seen = Math.min(seen + 1, counts.length);
      double score = filled && nonZero > 0 ? model.score(count, counts) : 0;
      odd += score >= threshold ? 1 : 0;
    }

    /** Many zeros; once the window holds nothing else, each scores 0 and changes nothing. */
    void addZeros(long many) {
      long left = many;
      while (left > 0 && (nonZero > 0 || seen < counts.length)) {
        add(0);
        left--;
      }
      odd += threshold <= 0 ? left : 0;
    }

    /** How many counts scored at or above the threshold. */
    long odd() {
      return odd;
    }

    SeriesWindow window() {
      return new SeriesWindow(counts.clone(), seen, next);
    }
  }
}
