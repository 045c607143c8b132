package io.hamstring.worker.stage.detector.training;

import io.hamstring.worker.stage.detector.BoostedTrees;
import io.hamstring.worker.stage.detector.BoostedTrees.Tree;
import io.hamstring.worker.stage.detector.DomainFeatures;
import io.hamstring.worker.stage.detector.ModelText;
import io.hamstring.worker.stage.detector.training.NameFamily.Origin;
import io.hamstring.worker.stage.detector.training.NameFamily.Use;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Trains the built-in model from names of the training families. The same seed gives the same model
 * on every machine: there is one thread, all arithmetic is strict, and numbers are rounded as they
 * are written.
 */
public final class ModelTraining {

  /** The seed of the model that is checked in. */
  public static final long SEED = 20_250_601;

  private static final int BENIGN_NAMES = 1_600;
  private static final int GENERATED_NAMES = 1_200;
  // An alert that is wrong costs more than a name that is missed: a client asks for many.
  private static final double BENIGN_WEIGHT = 8;
  // Among the names that people ask for, generated ones are rarer than among those trained on.
  private static final double PRIOR_ODDS = 0.01;
  private static final int TREES = 120;
  private static final int DEPTH = 4;

  private ModelTraining() {}

  /**
   * Writes the model to the file named by the first argument, and what it is worth to the output.
   */
  public static void main(String[] arguments) throws IOException {
    var model = train(SEED);
    Files.writeString(Path.of(arguments[0]), ModelText.of(model));
    for (var family : NameFamilies.all()) {
      System.out.printf(
          "%-10s %-9s %-24s %6.2f %% called generated%n",
          family.origin(), family.use(), family.id(), 100 * share(model, family, 20_000));
    }
  }

  /** The model that a seed gives. */
  public static BoostedTrees train(long seed) {
    var random = new Random(seed);
    var names = new ArrayList<String>();
    draw(Origin.BENIGN, BENIGN_NAMES, random, names);
    int benign = names.size();
    draw(Origin.GENERATED, GENERATED_NAMES, random, names);
    return boosted(names, benign);
  }

  /** The share of a family's names that a model calls generated, over {@code count} names. */
  public static double share(BoostedTrees model, NameFamily family, int count) {
    var random = new Random(SEED + 1);
    int called = 0;
    for (int i = 0; i < count; i++) {
      called += model.probability(DomainFeatures.of(family.next(random))) > 0.5 ? 1 : 0;
    }
    return (double) called / count;
  }

  private static void draw(Origin origin, int each, Random random, List<String> names) {
    for (var family : NameFamilies.of(origin, Use.TRAINING)) {
      for (int i = 0; i < each; i++) {
        names.add(family.next(random));
      }
    }
  }

  private static BoostedTrees boosted(List<String> names, int benign) {
    var grower = new TreeGrower(new BinnedFeatures(names), DEPTH);
    int rows = names.size();
    double bias = ModelText.rounded(StrictMath.log((rows - benign) / (BENIGN_WEIGHT * benign)));
    var sums = new double[rows];
    Arrays.fill(sums, bias);
    var gradients = new double[rows];
    var curvatures = new double[rows];
    var trees = new ArrayList<Tree>();
    for (int i = 0; i < TREES; i++) {
      for (int row = 0; row < rows; row++) {
        double weight = row < benign ? BENIGN_WEIGHT : 1;
        double probability = BoostedTrees.logistic(sums[row]);
        gradients[row] = weight * (probability - (row < benign ? 0 : 1));
        curvatures[row] = weight * probability * (1 - probability);
      }
      var tree = grower.grow(gradients, curvatures);
      for (int row = 0; row < rows; row++) {
        sums[row] += tree.leaves()[grower.leafOf(row)];
      }
      trees.add(tree);
    }
    return new BoostedTrees(ModelText.rounded(bias + StrictMath.log(PRIOR_ODDS)), trees);
  }
}
