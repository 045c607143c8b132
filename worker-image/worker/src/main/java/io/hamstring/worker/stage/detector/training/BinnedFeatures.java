package io.hamstring.worker.stage.detector.training;

import io.hamstring.worker.stage.detector.ModelText;
import java.util.Arrays;
import java.util.List;

/** The features of many rows, each replaced by the number of thresholds below it. */
final class BinnedFeatures {

  private static final int MOST_THRESHOLDS = 60;

  private final int rows;
  private final double[][] thresholds;
  private final byte[][] columns;

  /** Bins the features of these rows, all of one length. */
  BinnedFeatures(List<double[]> values) {
    this.rows = values.size();
    int features = values.get(0).length;
    this.thresholds = new double[features][];
    this.columns = new byte[features][];
    for (int feature = 0; feature < features; feature++) {
      var column = new double[rows];
      for (int row = 0; row < rows; row++) {
        column[row] = values.get(row)[feature];
      }
      thresholds[feature] = thresholdsOf(column);
      columns[feature] = new byte[rows];
      for (int row = 0; row < rows; row++) {
        columns[feature][row] = (byte) binOf(column[row], thresholds[feature]);
      }
    }
  }

  int rows() {
    return rows;
  }

  int features() {
    return columns.length;
  }

  /** Ascending; a value is in bin {@code i} when it is at most threshold {@code i}. */
  double[] thresholds(int feature) {
    return thresholds[feature];
  }

  /** The bins of one feature, by row. */
  byte[] column(int feature) {
    return columns[feature];
  }

  private static double[] thresholdsOf(double[] column) {
    var sorted = Arrays.stream(column).sorted().distinct().toArray();
    int count = Math.min(MOST_THRESHOLDS, sorted.length - 1);
    var thresholds = new double[count];
    for (int i = 0; i < count; i++) {
      int at = (int) ((long) (i + 1) * (sorted.length - 1) / (count + 1));
      thresholds[i] =
          ModelText.rounded((sorted[at] + sorted[Math.min(at + 1, sorted.length - 1)]) / 2);
    }
    return Arrays.stream(thresholds).distinct().toArray();
  }

  private static int binOf(double value, double[] thresholds) {
    int bin = 0;
    while (bin < thresholds.length && value > thresholds[bin]) {
      bin++;
    }
    return bin;
  }
}
