package io.hamstring.contract.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.hamstring.contract.StageType;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BatchSettingsTest {

  @Test
  void aGlobalFieldThatIsLeftOutHasTheDefault() {
    var settings = withGlobal(new BatchBounds(7, null));

    assertThat(settings.global()).isEqualTo(new BatchBounds(7, Duration.ofMillis(50)));
    assertThat(withGlobal(BatchBounds.NONE).global()).isEqualTo(BatchSettings.DEFAULT_BOUNDS);
  }

  @Test
  void aBatchHoldsARecordAndWaitsForwards() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new BatchBounds(0, null))
        .withMessage("batch size must be at least 1, was 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new BatchBounds(null, Duration.ofMillis(-1)))
        .withMessage("batch timeout must not be negative, was PT-0.001S");
  }

  @Test
  void aHigherLevelTakesThePlaceOfTheFieldsItGives() {
    var lower = new BatchBounds(5, Duration.ofMillis(6));

    assertThat(lower.overriddenBy(BatchBounds.NONE)).isEqualTo(lower);
    assertThat(lower.overriddenBy(new BatchBounds(1, null)))
        .isEqualTo(new BatchBounds(1, Duration.ofMillis(6)));
    assertThat(lower.overriddenBy(new BatchBounds(null, Duration.ZERO)))
        .isEqualTo(new BatchBounds(5, Duration.ZERO));
  }

  @Test
  void aStageIsToldOnlyWhatConcernsIt() {
    var bounds = new BatchBounds(3, null);
    var settings =
        new BatchSettings(
            BatchBounds.NONE,
            Map.of(
                "detector",
                bounds,
                "data_analysis.detector",
                bounds,
                "mine",
                bounds,
                "alerter",
                bounds,
                "other",
                bounds),
            Map.of("in", bounds, "elsewhere", bounds),
            GroupCommit.DEFAULT);

    var mine = settings.concerning("mine", StageType.DETECTOR, List.of("in"));

    assertThat(mine.stages()).containsOnlyKeys("detector", "data_analysis.detector", "mine");
    assertThat(mine.topics()).containsOnlyKeys("in");
    assertThat(mine.global()).isEqualTo(settings.global());
    assertThat(mine.groupCommit()).isEqualTo(settings.groupCommit());
  }

  @Test
  void aTransactionTakesSomething() {
    for (var refused : new int[][] {{0, 1, 0}, {1, 0, 0}, {1, 1, -1}}) {
      assertThatIllegalArgumentException()
          .isThrownBy(
              () -> new GroupCommit(true, refused[0], refused[1], Duration.ofMillis(refused[2])))
          .withMessageStartingWith("group commit needs maxRecords >= 1");
    }
  }

  private static BatchSettings withGlobal(BatchBounds global) {
    return new BatchSettings(global, Map.of(), Map.of(), GroupCommit.DEFAULT);
  }
}
