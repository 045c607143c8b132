package io.hamstring.worker.stage.detector.training;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.worker.stage.detector.BoostedTrees;
import io.hamstring.worker.stage.detector.BuiltInModel;
import io.hamstring.worker.stage.detector.ModelText;
import io.hamstring.worker.stage.detector.training.NameFamily.Origin;
import io.hamstring.worker.stage.detector.training.NameFamily.Use;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ModelTrainingTest {

  @Test
  void trainingAgainGivesTheModelThatIsCheckedIn() throws IOException {
    var trained = ModelText.of(ModelTraining.train(ModelTraining.SEED));

    assertThat(trained).isEqualTo(checkedIn());
  }

  /** A client asks for dozens of names: one in two found is a client found. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("withheldGenerated")
  void mostNamesOfAFamilyThatWasNeverSeenAreFound(NameFamily family) throws IOException {
    assertThat(ModelTraining.share(model(), family, 3_000)).isGreaterThan(0.6);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("benign")
  void fewNamesThatPeopleMakeAreTakenForGenerated(NameFamily family) throws IOException {
    assertThat(ModelTraining.share(model(), family, 3_000)).isLessThan(0.006);
  }

  @Test
  void aSeedGivesTheSameNamesForEver() {
    for (var family : NameFamilies.all()) {
      assertThat(family.next(new Random(7))).isEqualTo(family.next(new Random(7)));
    }
    assertThat(NameFamilies.of(Origin.GENERATED, Use.TRAINING).get(0).next(new Random(7)))
        .isEqualTo("mdkiasnmwqua.com");
  }

  static Iterable<NameFamily> withheldGenerated() {
    return NameFamilies.of(Origin.GENERATED, Use.WITHHELD);
  }

  static Iterable<NameFamily> benign() {
    return NameFamilies.all().stream().filter(f -> f.origin() == Origin.BENIGN).toList();
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
