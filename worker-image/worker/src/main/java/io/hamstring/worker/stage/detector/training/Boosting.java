package io.hamstring.worker.stage.detector.training;

import io.hamstring.worker.stage.detector.BoostedTrees;
import io.hamstring.worker.stage.detector.BoostedTrees.Tree;
import io.hamstring.worker.stage.detector.ModelText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Gradient boosting of the logistic loss. The same rows give the same trees on every machine: there
 * is one thread, all arithmetic is strict, and numbers are rounded as they are written.
 *
 * @param trees how many
 * @param depth of each
 * @param benignWeight what a row that is not malicious counts, where a malicious one counts 1
 * @param directions of the features, as {@link TreeGrower} has them
 */
@SuppressWarnings("ArrayRecordComponent")
record Boosting(int trees, int depth, double benignWeight, int[] directions) {

  /**
   * The trees that tell rows apart.
   *
   * @param rows features, those that are not malicious first
   * @param benign how many are not
   */
  BoostedTrees of(List<double[]> rows, int benign) {
    var grower = new TreeGrower(new BinnedFeatures(rows), depth, directions);
    int count = rows.size();
    double bias = ModelText.rounded(StrictMath.log((count - benign) / (benignWeight * benign)));
    var sums = new double[count];
    Arrays.fill(sums, bias);
    var gradients = new double[count];
    var curvatures = new double[count];
    var grown = new ArrayList<Tree>();
    for (int i = 0; i < trees; i++) {
      for (int row = 0; row < count; row++) {
        double weight = row < benign ? benignWeight : 1;
        double probability = BoostedTrees.logistic(sums[row]);
        gradients[row] = weight * (probability - (row < benign ? 0 : 1));
        curvatures[row] = weight * probability * (1 - probability);
      }
      var tree = grower.grow(gradients, curvatures);
      for (int row = 0; row < count; row++) {
        sums[row] += tree.leaves()[grower.leafOf(row)];
      }
      grown.add(tree);
    }
    return new BoostedTrees(bias, grown);
  }
}
