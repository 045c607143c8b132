package io.hamstring.worker.stage.detector.training;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.worker.stage.detector.BuiltInModel;
import io.hamstring.worker.stage.detector.ClientModelText;
import io.hamstring.worker.stage.detector.ModelText;
import io.hamstring.worker.stage.detector.domainator.WindowFeatures;
import io.hamstring.worker.stage.detector.domainator.WindowModel;
import io.hamstring.worker.stage.detector.training.NameFamily.Origin;
import io.hamstring.worker.stage.detector.training.NameFamily.Use;
import java.io.IOException;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ModelTrainingTest {

  private static final int BATCHES = 2_000;

  @Test
  void trainingAgainGivesTheModelOfNamesThatIsCheckedIn() throws IOException {
    var trained = ClientModelText.of(ModelTraining.train(ModelTraining.SEED));

    assertThat(trained).isEqualTo(checkedIn(BuiltInModel.class, BuiltInModel.RESOURCE));
  }

  @Test
  void trainingAgainGivesTheModelOfWindowsThatIsCheckedIn() throws IOException {
    var trained = ModelText.of(WindowTraining.train(ModelTraining.SEED));

    assertThat(trained).isEqualTo(checkedIn(WindowModel.class, WindowModel.RESOURCE));
  }

  /** Of batches with as few as three generated names; a client's whole day holds more. */
  @Test
  void mostBatchesWithGeneratedNamesAreFoundAndHardlyAnyOther() throws IOException {
    var model = ClientModelText.parse(checkedIn(BuiltInModel.class, BuiltInModel.RESOURCE));

    var measured = Measured.of(model, Use.VALIDATION, 70_000, BATCHES);

    assertThat(measured.wronged()).as("%s", measured).isLessThanOrEqualTo(BATCHES / 500);
    assertThat(measured.families().values())
        .as("%s", measured)
        .allMatch(found -> found.share() > 0.7);
  }

  @Test
  void tunnelsAreFoundAndServicesAreNot() throws IOException {
    var model =
        ModelText.parse(checkedIn(WindowModel.class, WindowModel.RESOURCE), WindowFeatures.COUNT);

    for (var family : NameFamilies.of(Origin.TUNNEL, Use.VALIDATION)) {
      assertThat(WindowTraining.share(model, family, 200)).as(family.id()).isGreaterThan(0.95);
    }
    for (var family : NameFamilies.of(Origin.SERVICE, Use.VALIDATION)) {
      assertThat(WindowTraining.share(model, family, 200)).as(family.id()).isLessThan(0.02);
    }
  }

  /** Training asks for families by their use, so one id in two uses would be a leak. */
  @Test
  void noFamilyServesTwoPurposesAndEachPurposeHasSome() {
    var ids = new HashSet<String>();
    for (var family : NameFamilies.all()) {
      assertThat(ids.add(family.id())).as(family.id()).isTrue();
    }
    for (var use : EnumSet.of(Use.VALIDATION, Use.WITHHELD)) {
      for (var origin : Origin.values()) {
        assertThat(NameFamilies.of(origin, use)).as("%s %s", origin, use).hasSizeGreaterThan(1);
      }
    }
  }

  @Test
  void aSeedGivesTheSameNamesForEver() {
    for (var family : NameFamilies.all()) {
      assertThat(family.next(new Random(7))).isEqualTo(family.next(new Random(7)));
    }
    assertThat(NameFamilies.of(Origin.GENERATED, Use.NAMES).get(0).next(new Random(7)))
        .isEqualTo("mdkiasnmwqua.com");
  }

  private static String checkedIn(Class<?> beside, String resource) throws IOException {
    try (var stream = beside.getResourceAsStream(resource)) {
      return new String(stream.readAllBytes(), US_ASCII);
    }
  }
}
