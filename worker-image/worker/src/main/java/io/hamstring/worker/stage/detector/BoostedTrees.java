package io.hamstring.worker.stage.detector;

import java.util.List;

/**
 * A sum of small decision trees over features, and the logistic function of it.
 *
 * @param bias what the sum begins with
 */
public record BoostedTrees(double bias, List<Tree> trees) {

  public BoostedTrees {
    trees = List.copyOf(trees);
  }

  /** The probability that the trees give, from 0 to 1. */
  public double probability(double[] features) {
    return logistic(logOdds(features));
  }

  /** The natural logarithm of the odds that the trees give. */
  public double logOdds(double[] features) {
    double sum = bias;
    for (var tree : trees) {
      sum += tree.value(features);
    }
    return sum;
  }

  /** The same trees with another bias. */
  public BoostedTrees withBias(double newBias) {
    return new BoostedTrees(newBias, trees);
  }

  /** The same on every machine. */
  public static double logistic(double sum) {
    return 1 / (1 + StrictMath.exp(-sum));
  }

  /**
   * A full binary tree, stored breadth first: the children of node {@code i} are {@code 2i + 1} and
   * {@code 2i + 2}. Values at most a threshold go to the first child.
   *
   * @param features per inner node
   * @param thresholds per inner node
   * @param leaves one more than there are inner nodes
   */
  @SuppressWarnings("ArrayRecordComponent")
  public record Tree(int[] features, double[] thresholds, double[] leaves) {

    /** What the tree adds for these features. */
    public double value(double[] values) {
      int node = 0;
      while (node < features.length) {
        node = 2 * node + (values[features[node]] <= thresholds[node] ? 1 : 2);
      }
      return leaves[node - features.length];
    }
  }
}
