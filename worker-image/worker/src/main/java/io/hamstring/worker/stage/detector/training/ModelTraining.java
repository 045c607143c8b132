package io.hamstring.worker.stage.detector.training;

import io.hamstring.worker.stage.detector.BoostedTrees;
import io.hamstring.worker.stage.detector.ClientBatch;
import io.hamstring.worker.stage.detector.ClientModel;
import io.hamstring.worker.stage.detector.ClientModelText;
import io.hamstring.worker.stage.detector.LabelFeatures;
import io.hamstring.worker.stage.detector.LetterPairs;
import io.hamstring.worker.stage.detector.ModelText;
import io.hamstring.worker.stage.detector.RegisteredDomain;
import io.hamstring.worker.stage.detector.training.NameFamily.Origin;
import io.hamstring.worker.stage.detector.training.NameFamily.Use;
import io.hamstring.worker.stage.detector.training.SimulatedClients.Simulated;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Trains the built-in model in three steps, each on families that the one before has not seen: what
 * judges names, what judges a client's batch, and the threshold. The same seed gives the same model
 * on every machine.
 */
public final class ModelTraining {

  /** The seed of the model that is checked in. */
  public static final long SEED = 20_250_601;

  private static final int BENIGN_NAMES = 1_600;
  private static final int GENERATED_NAMES = 1_600;
  private static final Boosting NAMES = new Boosting(120, 4, 8, new int[LabelFeatures.COUNT]);

  private static final int HEALTHY_BATCHES = 14_000;
  private static final int INFECTED_BATCHES = 7_000;
  private static final Boosting CLIENTS = new Boosting(120, 4, 3, ClientBatch.directions());

  private static final int VALIDATED_BATCHES = 12_000;

  /** So many batches of healthy clients of the validating families are called malicious. */
  private static final int FALSE_ALERTS = 1;

  // A batch with fewer generated names is no example: one name proves nothing.
  private static final int LEAST_GENERATED = 3;

  private ModelTraining() {}

  /**
   * Writes the model to the file named by the first argument, and to the output what it is worth on
   * the families that the threshold was chosen by.
   */
  public static void main(String[] arguments) throws IOException {
    var model = train(SEED);
    Files.writeString(Path.of(arguments[0]), ClientModelText.of(model));
    System.out.print(Measured.of(model, Use.VALIDATION, SEED + 1, 4_000));
  }

  /** The model that a seed gives. */
  public static ClientModel train(long seed) {
    var random = new Random(seed);
    var benign = domains(Origin.BENIGN, BENIGN_NAMES, random);
    var letters = LetterPairs.of(spelling(benign));
    var names = names(benign, domains(Origin.GENERATED, GENERATED_NAMES, random), letters);
    var model = new ClientModel(letters, names, clients(letters, names, random));
    return withThreshold(model, random);
  }

  private static List<RegisteredDomain> domains(Origin origin, int each, Random random) {
    var domains = new ArrayList<RegisteredDomain>();
    for (var family : NameFamilies.of(origin, Use.NAMES)) {
      for (int i = 0; i < each; i++) {
        RegisteredDomain.of(family.next(random)).ifPresent(domains::add);
      }
    }
    return domains;
  }

  private static List<String> spelling(List<RegisteredDomain> benign) {
    var labels = new ArrayList<String>();
    labels.addAll(Vocabulary.WORDS.entries());
    labels.addAll(Vocabulary.SITES.entries());
    benign.forEach(domain -> labels.add(domain.label()));
    return labels;
  }

  private static BoostedTrees names(
      List<RegisteredDomain> benign, List<RegisteredDomain> generated, LetterPairs letters) {
    var rows = new ArrayList<double[]>();
    benign.forEach(domain -> rows.add(LabelFeatures.of(domain, letters)));
    generated.forEach(domain -> rows.add(LabelFeatures.of(domain, letters)));
    return NAMES.of(rows, benign.size());
  }

  private static BoostedTrees clients(LetterPairs letters, BoostedTrees names, Random random) {
    var sites =
        new SimulatedClients(
            NameFamilies.of(Origin.BENIGN, Use.NAMES, Use.CLIENTS),
            NameFamilies.of(Origin.SERVICE, Use.NAMES),
            NameFamilies.of(Origin.GENERATED, Use.CLIENTS));
    var rows = new ArrayList<double[]>();
    while (rows.size() < HEALTHY_BATCHES) {
      rows.add(features(sites.healthy(random), letters, names));
    }
    while (rows.size() < HEALTHY_BATCHES + INFECTED_BATCHES) {
      var infected = sites.infected(random);
      if (infected.generatedNames() >= LEAST_GENERATED) {
        rows.add(features(infected, letters, names));
      }
    }
    return CLIENTS.of(rows, HEALTHY_BATCHES);
  }

  private static double[] features(Simulated client, LetterPairs letters, BoostedTrees names) {
    return ClientBatch.of(client.questions(), letters, names).features();
  }

  /** Moves the bias so that a probability of one half parts the validating clients. */
  private static ClientModel withThreshold(ClientModel model, Random random) {
    var sites =
        new SimulatedClients(
            NameFamilies.of(Origin.BENIGN, Use.CLIENTS, Use.VALIDATION),
            NameFamilies.of(Origin.SERVICE, Use.VALIDATION),
            NameFamilies.of(Origin.GENERATED, Use.VALIDATION));
    var highest =
        IntStream.range(0, VALIDATED_BATCHES)
            .mapToDouble(i -> -model.logOdds(sites.healthy(random).questions()))
            .sorted()
            .limit(FALSE_ALERTS + 1)
            .toArray();
    double threshold = -highest[FALSE_ALERTS];
    return new ClientModel(
        model.letters(),
        model.names(),
        model.clients().withBias(ModelText.rounded(model.clients().bias() - threshold)));
  }
}
