package io.hamstring.worker.stage.detector.training;

import io.hamstring.worker.stage.detector.BoostedTrees.Tree;
import io.hamstring.worker.stage.detector.ModelText;
import java.util.Arrays;

/**
 * Grows one full tree level by level, each node split where the loss falls most. Where a feature is
 * said to raise (or lower) the sum, no tree lets more of it do the opposite. It reads binned
 * features and is used by one thread.
 */
final class TreeGrower {

  /** A threshold that no feature exceeds: the node sends everything to its first child. */
  private static final double NO_SPLIT = 1_000_000;

  private static final double REGULARIZATION = 5;
  private static final double LEARNING_RATE = 0.2;

  private final BinnedFeatures bins;
  private final int depth;
  private final int[] directions;
  private final int[] nodes;

  /** What the values of each node's rows must lie between, so that directions are kept. */
  private final double[] lower;

  private final double[] upper;

  /**
   * A grower.
   *
   * @param depth levels of inner nodes
   * @param directions 1 for a feature that raises the sum, -1 for one that lowers it, 0 for others
   */
  TreeGrower(BinnedFeatures bins, int depth, int[] directions) {
    this.bins = bins;
    this.depth = depth;
    this.directions = directions;
    this.nodes = new int[bins.rows()];
    this.lower = new double[(2 << depth) - 1];
    this.upper = new double[(2 << depth) - 1];
  }

  /** The tree that lowers the loss with these first and second derivatives; rounded as in text. */
  Tree grow(double[] gradients, double[] curvatures) {
    int inner = (1 << depth) - 1;
    var features = new int[inner];
    var thresholds = new double[inner];
    Arrays.fill(nodes, 0);
    Arrays.fill(lower, Double.NEGATIVE_INFINITY);
    Arrays.fill(upper, Double.POSITIVE_INFINITY);
    for (int level = 0; level < depth; level++) {
      int first = (1 << level) - 1;
      var splits = new Split[1 << level];
      for (int node = 0; node < splits.length; node++) {
        splits[node] = new Split(lower[first + node], upper[first + node]);
      }
      for (int feature = 0; feature < bins.features(); feature++) {
        scan(feature, first, splits, gradients, curvatures);
      }
      for (int node = 0; node < splits.length; node++) {
        features[first + node] = splits[node].feature;
        thresholds[first + node] = splits[node].threshold;
        bound(first + node, splits[node]);
      }
      descend(first, splits);
    }
    return new Tree(features, thresholds, leaves(inner, gradients, curvatures));
  }

  /** Looks for a better split of each node of a level by one feature. */
  private void scan(
      int feature, int first, Split[] splits, double[] gradients, double[] curvatures) {
    int width = bins.thresholds(feature).length + 1;
    var sums = new double[splits.length * width];
    var weights = new double[splits.length * width];
    var column = bins.column(feature);
    for (int row = 0; row < nodes.length; row++) {
      int cell = (nodes[row] - first) * width + column[row];
      sums[cell] += gradients[row];
      weights[cell] += curvatures[row];
    }
    for (int node = 0; node < splits.length; node++) {
      splits[node].offer(
          feature, directions[feature], bins.thresholds(feature), sums, weights, node * width);
    }
  }

  /**
   * Hands the bounds of a node on to its children, with the middle between them where it matters.
   */
  private void bound(int node, Split split) {
    int direction = split.threshold == NO_SPLIT ? 0 : directions[split.feature];
    for (int child = 2 * node + 1; child <= 2 * node + 2; child++) {
      boolean first = child == 2 * node + 1;
      lower[child] = direction != 0 && first == direction < 0 ? split.middle : lower[node];
      upper[child] = direction != 0 && first == direction > 0 ? split.middle : upper[node];
    }
  }

  private void descend(int first, Split[] splits) {
    for (int row = 0; row < nodes.length; row++) {
      var split = splits[nodes[row] - first];
      boolean left = bins.column(split.feature)[row] <= split.bin;
      nodes[row] = 2 * nodes[row] + (left ? 1 : 2);
    }
  }

  private double[] leaves(int inner, double[] gradients, double[] curvatures) {
    var sums = new double[inner + 1];
    var weights = new double[inner + 1];
    for (int row = 0; row < nodes.length; row++) {
      sums[nodes[row] - inner] += gradients[row];
      weights[nodes[row] - inner] += curvatures[row];
    }
    for (int leaf = 0; leaf < sums.length; leaf++) {
      double value = -sums[leaf] / (weights[leaf] + REGULARIZATION);
      double bounded = Math.max(lower[inner + leaf], Math.min(upper[inner + leaf], value));
      sums[leaf] = ModelText.rounded(LEARNING_RATE * bounded);
    }
    return sums;
  }

  /** The leaf that each row ended in after {@link #grow}. */
  int leafOf(int row) {
    return nodes[row] - ((1 << depth) - 1);
  }

  /** The best split of a node so far. */
  private static final class Split {
    private final double lower;
    private final double upper;
    private int feature;
    private int bin = Integer.MAX_VALUE;
    private double threshold = NO_SPLIT;
    private double middle;
    private double gain = 1e-6;

    Split(double lower, double upper) {
      this.lower = lower;
      this.upper = upper;
    }

    void offer(
        int feature, int direction, double[] thresholds, double[] sums, double[] weights, int at) {
      double sum = 0;
      double weight = 0;
      for (int i = 0; i <= thresholds.length; i++) {
        sum += sums[at + i];
        weight += weights[at + i];
      }
      double whole = gain(sum, weight, value(sum, weight));
      double left = 0;
      double leftWeight = 0;
      for (int i = 0; i < thresholds.length; i++) {
        left += sums[at + i];
        leftWeight += weights[at + i];
        double first = value(left, leftWeight);
        double second = value(sum - left, weight - leftWeight);
        double better =
            gain(left, leftWeight, first) + gain(sum - left, weight - leftWeight, second) - whole;
        if (better > gain && direction * (second - first) >= 0) {
          gain = better;
          this.feature = feature;
          bin = i;
          threshold = thresholds[i];
          middle = (first + second) / 2;
        }
      }
    }

    private double value(double sum, double weight) {
      return Math.max(lower, Math.min(upper, -sum / (weight + REGULARIZATION)));
    }

    /** How much the loss falls, twice, when a node has this value. */
    private static double gain(double sum, double weight, double value) {
      return -(2 * sum * value + (weight + REGULARIZATION) * value * value);
    }
  }
}
