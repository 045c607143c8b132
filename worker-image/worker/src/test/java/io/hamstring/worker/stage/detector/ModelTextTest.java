package io.hamstring.worker.stage.detector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ModelTextTest {

  private static final String MODEL =
      "hamstring boosted trees 1\n-1500000\n2:10500000 0:2000000 43:1000000 | 100000 -200000 3 0\n";

  @Test
  void aModelReadsAsItWasWritten() {
    assertThat(ModelText.of(ModelText.parse(MODEL, DomainFeatures.COUNT))).isEqualTo(MODEL);
  }

  @Test
  void aTreeSendsWhatIsAtMostTheThresholdToTheFirstChild() {
    var model = ModelText.parse(MODEL, DomainFeatures.COUNT);
    var features = new double[DomainFeatures.COUNT];
    features[2] = 10.5;
    features[0] = 2.000001;

    assertThat(model.trees().get(0).value(features)).isEqualTo(-0.2);
    assertThat(model.probability(features)).isCloseTo(1 / (1 + Math.exp(1.7)), within(1e-12));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "hamstring boosted trees 1",
        "another model 1\n0\n",
        "hamstring boosted trees 1\nx\n",
        "hamstring boosted trees 1\n0\n1:1\n",
        "hamstring boosted trees 1\n0\n1:1 | 1\n",
        "hamstring boosted trees 1\n0\n1:1 2:2 | 1 2 3\n",
        "hamstring boosted trees 1\n0\n44:1 | 1 2\n",
        "hamstring boosted trees 1\n0\n-1:1 | 1 2\n",
      })
  void whatIsNoModelIsRefused(String text) {
    assertThatThrownBy(() -> ModelText.parse(text, DomainFeatures.COUNT))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
