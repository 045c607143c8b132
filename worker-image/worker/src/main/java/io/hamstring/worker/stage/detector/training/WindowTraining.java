package io.hamstring.worker.stage.detector.training;

import io.hamstring.worker.stage.detector.BoostedTrees;
import io.hamstring.worker.stage.detector.ModelText;
import io.hamstring.worker.stage.detector.RegisteredDomain;
import io.hamstring.worker.stage.detector.domainator.WindowFeatures;
import io.hamstring.worker.stage.detector.training.NameFamily.Origin;
import io.hamstring.worker.stage.detector.training.NameFamily.Use;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;

/**
 * Trains the built-in model of the Domainator: windows of names that carry data against those of
 * services, and a threshold by families that were not learnt. The same seed gives the same model on
 * every machine.
 */
public final class WindowTraining {

  private static final int LEAST = 3;
  private static final int MOST = 10;
  private static final int WINDOWS = 400;
  private static final Boosting WINDOW = new Boosting(60, 3, 4, WindowFeatures.directions());
  private static final int VALIDATED_WINDOWS = 1_000;

  private WindowTraining() {}

  /** Writes the model to the file named by the first argument, and what it finds to the output. */
  public static void main(String[] arguments) throws IOException {
    var model = train(ModelTraining.SEED);
    Files.writeString(Path.of(arguments[0]), ModelText.of(model));
    for (var use : List.of(Use.NAMES, Use.VALIDATION)) {
      for (var family : NameFamilies.of(Origin.TUNNEL, use)) {
        System.out.printf("%-24s %.4f found%n", family.id(), share(model, family, 2_000));
      }
      for (var family : NameFamilies.of(Origin.SERVICE, use)) {
        System.out.printf("%-24s %.4f called a tunnel%n", family.id(), share(model, family, 2_000));
      }
    }
  }

  /** The model that a seed gives. */
  public static BoostedTrees train(long seed) {
    var random = new Random(seed);
    var rows = new ArrayList<double[]>();
    for (var family : NameFamilies.of(Origin.SERVICE, Use.NAMES)) {
      rows.addAll(windows(family, WINDOWS, random));
    }
    int benign = rows.size();
    for (var family : NameFamilies.of(Origin.TUNNEL, Use.NAMES)) {
      rows.addAll(windows(family, 2 * WINDOWS, random));
    }
    var model = WINDOW.of(rows, benign);
    double highest = Double.NEGATIVE_INFINITY;
    for (var family : NameFamilies.of(Origin.SERVICE, Use.VALIDATION)) {
      for (var row : windows(family, VALIDATED_WINDOWS, random)) {
        highest = Math.max(highest, model.logOdds(row));
      }
    }
    return model.withBias(ModelText.rounded(model.bias() - Math.max(0, highest)));
  }

  /** The share of windows that a model calls a tunnel. */
  static double share(BoostedTrees model, NameFamily family, int count) {
    var windows = windows(family, count, new Random(ModelTraining.SEED + 1));
    return windows.stream().filter(row -> model.logOdds(row) > 0).count() / (double) count;
  }

  private static List<double[]> windows(NameFamily family, int count, Random random) {
    var rows = new ArrayList<double[]>();
    while (rows.size() < count) {
      var names = family.session(random);
      int size = Letters.between(LEAST, MOST, random);
      var prefixes = new LinkedHashSet<String>();
      for (int i = 0; i < 2 * size && prefixes.size() < size; i++) {
        var name = names.apply(random);
        RegisteredDomain.of(name).map(domain -> domain.prefixOf(name)).ifPresent(prefixes::add);
      }
      rows.add(WindowFeatures.of(List.copyOf(prefixes)));
    }
    return rows;
  }
}
