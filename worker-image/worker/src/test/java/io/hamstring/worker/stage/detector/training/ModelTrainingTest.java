package io.hamstring.worker.stage.detector.training;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hamstring.worker.stage.detector.BoostedTrees;
import io.hamstring.worker.stage.detector.BuiltInModel;
import io.hamstring.worker.stage.detector.DomainFeatures;
import io.hamstring.worker.stage.detector.ModelText;
import io.hamstring.worker.stage.detector.training.NameFamily.Origin;
import io.hamstring.worker.stage.detector.training.NameFamily.Use;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ModelTrainingTest {

  @Test
  void trainingAgainGivesTheModelThatIsCheckedIn() throws IOException {
    var trained = ModelText.of(ModelTraining.train(ModelTraining.SEED));

    assertThat(trained).isEqualTo(checkedIn());
  }

  /** A client asks for dozens of names: two in five found are a client found. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("withheldGenerated")
  void mostNamesOfAFamilyThatWasNeverSeenAreFound(NameFamily family) throws IOException {
    assertThat(ModelTraining.share(model(), family, 3_000)).isGreaterThan(0.4);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("benign")
  void fewNamesThatPeopleMakeAreTakenForGenerated(NameFamily family) throws IOException {
    assertThat(ModelTraining.share(model(), family, 3_000)).isLessThan(0.002);
  }

  /** In percent, as docs/stages.md states them: no aim, but what the model is worth. */
  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "every-second-letter, 15.9", "letters-a-to-p, 5.1", "dashed, 0.0", "two-labels, 15.0",
    "product, 0.3", "office, 0.0", "edge-node, 0.0", "reputation, 0.0"
  })
  void theFiguresStatedForFamiliesThatNobodyTunedOnAreTheModels(String id, double percent)
      throws IOException {
    var family =
        NameFamilies.all().stream().filter(f -> f.id().equals(id)).findFirst().orElseThrow();

    assertThat(family.use()).isEqualTo(Use.UNSEEN);
    assertThat(100 * ModelTraining.share(model(), family, 20_000)).isCloseTo(percent, within(0.1));
  }

  @Test
  void aSeedGivesTheSameNamesForEver() {
    for (var family : NameFamilies.all()) {
      assertThat(family.next(new Random(7))).isEqualTo(family.next(new Random(7)));
    }
    assertThat(NameFamilies.of(Origin.GENERATED, Use.TRAINING).get(0).next(new Random(7)))
        .isEqualTo("mdkiasnmwqua.com");
  }

  /** 40 infected clients of 240 that ask for 30 names each, all of families never seen. */
  @Test
  void infectedClientsAreFoundAndOthersAreLeftAlone() throws IOException {
    var model = model();
    var random = new Random(70_000);
    int found = 0;
    int wronged = 0;
    for (int client = 0; client < 240; client++) {
      boolean infected = client % 6 == 0;
      if (isAlerted(model, infected, random)) {
        found += infected ? 1 : 0;
        wronged += infected ? 0 : 1;
      }
    }

    assertThat(found / 40.0).as("recall").isGreaterThanOrEqualTo(0.95);
    assertThat((double) found / (found + wronged)).as("precision").isGreaterThanOrEqualTo(0.95);
  }

  private static boolean isAlerted(BoostedTrees model, boolean infected, Random random) {
    var benign = NameFamilies.of(Origin.BENIGN, Use.WITHHELD);
    var generated = NameFamilies.of(Origin.GENERATED, Use.WITHHELD);
    var malware = generated.get(random.nextInt(generated.size()));
    for (int i = 0; i < 30; i++) {
      var name = infected && i % 2 == 0 ? malware.next(random) : NameFamilies.next(benign, random);
      if (model.probability(DomainFeatures.of(name)) > 0.5) {
        return true;
      }
    }
    return false;
  }

  static Iterable<NameFamily> withheldGenerated() {
    return NameFamilies.of(Origin.GENERATED, Use.WITHHELD);
  }

  static Iterable<NameFamily> benign() {
    return NameFamilies.all().stream()
        .filter(family -> family.origin() == Origin.BENIGN && family.use() != Use.UNSEEN)
        .toList();
  }

  private static BoostedTrees model() throws IOException {
    return ModelText.parse(checkedIn());
  }

  private static String checkedIn() throws IOException {
    try (var stream = BuiltInModel.class.getResourceAsStream(BuiltInModel.RESOURCE)) {
      return new String(stream.readAllBytes(), US_ASCII);
    }
  }
}
