package io.hamstring.worker.stage.inspector;

import java.util.Arrays;

/** How odd the newest count of a series is, against the window that it is the newest of. */
enum SeriesModel {

  /** Distance from the mean in standard deviations, as StreamAD's ZScoreDetector counts it. */
  Z_SCORE("ZScoreDetector") {
    @Override
    double score(int newest, int[] window) {
      long sum = 0;
      long squares = 0;
      for (int count : window) {
        sum += count;
        squares += (long) count * count;
      }
      long n = window.length;
      // n² times the variance, whole and so without rounding.
      double spread = Math.sqrt((double) (n * squares - sum * sum));
      return spread == 0 ? 0 : Math.abs(n * (double) newest - sum) / spread;
    }
  },

  /**
   * The modified z-score of Iglewicz and Hoaglin: distance from the median, in median absolute
   * deviations times 1.4826, or, when more than half of the window is the same, in mean absolute
   * deviations times 1.2533; a single burst in the window does not hide the next.
   */
  MAD("MadDetector") {
    @Override
    double score(int newest, int[] window) {
      var sorted = window.clone();
      Arrays.sort(sorted);
      double median = median(sorted);
      if (newest == median) {
        return 0;
      }
      // Twice the deviations, so that they are whole.
      long sum = 0;
      for (int i = 0; i < sorted.length; i++) {
        sorted[i] = (int) Math.abs(2L * sorted[i] - (long) (2 * median));
        sum += sorted[i];
      }
      Arrays.sort(sorted);
      double deviation = median(sorted) / 2;
      double unit = deviation > 0 ? 1.4826 * deviation : 1.2533 * sum / (2.0 * sorted.length);
      return Math.abs(newest - median) / unit;
    }

    private double median(int[] sorted) {
      int half = sorted.length / 2;
      return sorted.length % 2 == 1 ? sorted[half] : ((double) sorted[half - 1] + sorted[half]) / 2;
    }
  };

  private final String title;

  SeriesModel(String title) {
    this.title = title;
  }

  /** The name that settings give it. */
  String title() {
    return title;
  }

  /** 0 for a window of equal counts. The order of the window does not matter. */
  abstract double score(int newest, int[] window);
}
