package io.hamstring.worker.stage.detector.training;

import io.hamstring.worker.stage.detector.BoostedTrees.Tree;
import io.hamstring.worker.stage.detector.ModelText;

/**
 * Grows one full tree level by level, each node split where the loss falls most. It reads binned
 * features and is used by one thread.
 */
final class TreeGrower {

  /** A threshold that no feature exceeds: the node sends everything to its first child. */
  private static final double NO_SPLIT = 1_000_000;

  private static final double REGULARIZATION = 5;
  private static final double LEARNING_RATE = 0.2;

  private final BinnedFeatures bins;
  private final int depth;
  private final int[] nodes;

  /**
   * A grower.
   *
   * @param depth levels of inner nodes
   */
  TreeGrower(BinnedFeatures bins, int depth) {
    this.bins = bins;
    this.depth = depth;
    this.nodes = new int[bins.rows()];
  }

  /** The tree that lowers the loss with these first and second derivatives; rounded as in text. */
  Tree grow(double[] gradients, double[] curvatures) {
    int inner = (1 << depth) - 1;
    var features = new int[inner];
    var thresholds = new double[inner];
    java.util.Arrays.fill(nodes, 0);
    for (int level = 0; level < depth; level++) {
      int first = (1 << level) - 1;
      var splits = new Split[1 << level];
      for (int node = 0; node < splits.length; node++) {
        splits[node] = new Split();
      }
      for (int feature = 0; feature < bins.features(); feature++) {
        scan(feature, first, splits, gradients, curvatures);
      }
      for (int node = 0; node < splits.length; node++) {
        features[first + node] = splits[node].feature;
        thresholds[first + node] = splits[node].threshold;
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
      splits[node].offer(feature, bins.thresholds(feature), sums, weights, node * width);
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
      sums[leaf] =
          ModelText.rounded(-LEARNING_RATE * sums[leaf] / (weights[leaf] + REGULARIZATION));
    }
    return sums;
  }

  /** The leaf that each row ended in after {@link #grow}. */
  int leafOf(int row) {
    return nodes[row] - ((1 << depth) - 1);
  }

  /** The best split of a node so far. */
  private static final class Split {
    private int feature;
    private int bin = Integer.MAX_VALUE;
    private double threshold = NO_SPLIT;
    private double gain = 1e-6;

    void offer(int feature, double[] thresholds, double[] sums, double[] weights, int at) {
      double sum = 0;
      double weight = 0;
      for (int i = 0; i <= thresholds.length; i++) {
        sum += sums[at + i];
        weight += weights[at + i];
      }
      double left = 0;
      double leftWeight = 0;
      for (int i = 0; i < thresholds.length; i++) {
        left += sums[at + i];
        leftWeight += weights[at + i];
        double better =
            score(left, leftWeight) + score(sum - left, weight - leftWeight) - score(sum, weight);
        if (better > gain) {
          gain = better;
          this.feature = feature;
          bin = i;
          threshold = thresholds[i];
        }
      }
    }

    private static double score(double sum, double weight) {
      return sum * sum / (weight + REGULARIZATION);
    }
  }
}
