package io.hamstring.worker.stage.detector.training;

import io.hamstring.worker.stage.detector.BuiltInModel;
import io.hamstring.worker.stage.detector.ClientModel;
import io.hamstring.worker.stage.detector.ClientModelText;
import io.hamstring.worker.stage.detector.ModelResource;
import io.hamstring.worker.stage.detector.ModelText;
import io.hamstring.worker.stage.detector.domainator.WindowFeatures;
import io.hamstring.worker.stage.detector.domainator.WindowModel;
import io.hamstring.worker.stage.detector.training.NameFamily.Origin;
import io.hamstring.worker.stage.detector.training.NameFamily.Use;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * What a model is worth on batches of simulated clients.
 *
 * @param healthy batches of clients without malware
 * @param wronged how many of them were called malicious
 * @param families what was found of each family
 */
public record Measured(int healthy, int wronged, Map<String, Found> families) {

  /**
   * Of one family's clients.
   *
   * @param batches with at least three generated names
   * @param found how many of them were called malicious
   */
  public record Found(int batches, int found) {
    double share() {
      return batches == 0 ? 1 : (double) found / batches;
    }
  }

  /** Prints what the built-in model is worth on the families that it has never seen. */
  public static void main(String[] arguments) {
    var text = ModelResource.read(BuiltInModel.class, BuiltInModel.RESOURCE).text();
    System.out.print(of(ClientModelText.parse(text), Use.WITHHELD, ModelTraining.SEED + 2, 20_000));
    var windows = ModelResource.read(WindowModel.class, WindowModel.RESOURCE).text();
    var trees = ModelText.parse(windows, WindowFeatures.COUNT);
    for (var family : NameFamilies.all()) {
      if (family.use() == Use.WITHHELD
          && (family.origin() == Origin.TUNNEL || family.origin() == Origin.SERVICE)) {
        System.out.printf(
            "%-26s %6.2f %% of windows called a tunnel%n",
            family.id(), 100 * WindowTraining.share(trees, family, 2_000));
      }
    }
  }

  /** Measures on the families of one use. */
  static Measured of(ClientModel model, Use use, long seed, int batches) {
    var benign =
        use == Use.VALIDATION
            ? NameFamilies.of(Origin.BENIGN, Use.CLIENTS, use)
            : NameFamilies.of(Origin.BENIGN, use);
    var services = NameFamilies.of(Origin.SERVICE, use);
    var random = new Random(seed);
    var found = new TreeMap<String, Found>();
    for (var family : NameFamilies.of(Origin.GENERATED, use)) {
      found.put(
          family.id(),
          found(
              model,
              new SimulatedClients(benign, services, List.of(family)),
              batches / 20,
              random));
    }
    var sites = new SimulatedClients(benign, services, NameFamilies.of(Origin.GENERATED, use));
    int wronged = 0;
    for (int i = 0; i < batches; i++) {
      wronged += isAlerted(model, sites.healthy(random)) ? 1 : 0;
    }
    return new Measured(batches, wronged, found);
  }

  private static Found found(
      ClientModel model, SimulatedClients sites, int batches, Random random) {
    int examples = 0;
    int found = 0;
    while (examples < batches) {
      var infected = sites.infected(random);
      if (infected.generatedNames() >= 3) {
        examples++;
        found += isAlerted(model, infected) ? 1 : 0;
      }
    }
    return new Found(examples, found);
  }

  private static boolean isAlerted(ClientModel model, SimulatedClients.Simulated client) {
    for (double probability : model.probabilities(client.questions())) {
      if (probability > 0.5) {
        return true;
      }
    }
    return false;
  }

  @Override
  public String toString() {
    var text = new StringBuilder();
    families.forEach(
        (family, found) ->
            text.append(
                String.format(Locale.ROOT, "%-26s %6.2f %% found%n", family, 100 * found.share())));
    return text.append(
            String.format(Locale.ROOT, "healthy: %d of %d called malicious%n", wronged, healthy))
        .toString();
  }
}
