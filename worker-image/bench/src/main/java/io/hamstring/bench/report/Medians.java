package io.hamstring.bench.report;

import java.util.Collection;

/** The one statistic that is used: what lies in the middle. */
public final class Medians {

  private Medians() {}

  /** The median; NaN of nothing. */
  public static double of(Collection<Double> values) {
    var sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    if (sorted.length == 0) {
      return Double.NaN;
    }
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /** Least and greatest. */
  public static double[] range(Collection<Double> values) {
    var statistics = values.stream().mapToDouble(Double::doubleValue).summaryStatistics();
    return new double[] {statistics.getMin(), statistics.getMax()};
  }
}
