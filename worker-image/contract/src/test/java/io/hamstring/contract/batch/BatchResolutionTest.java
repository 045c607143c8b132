package io.hamstring.contract.batch;

import static io.hamstring.contract.batch.BatchBounds.NONE;
import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.contract.StageType;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BatchResolutionTest {

  private static final String TOPIC = "pipeline-inspector_to_detector-domainator";
  private static final String OTHER = "pipeline-inspector_to_detector-RF-dga_detector";
  private static final String STAGE = "dga-detector";

  /**
   * Every level beats all that stand after it in the line. Each gives a size and a timeout of its
   * own: level {@code n} says {@code n} records and {@code n} ms.
   */
  @ParameterizedTest(name = "of {0}, {1} decides")
  @CsvSource(
      textBlock =
          """
          own environment topic name full short global, config
          environment topic name full short global,     environment
          topic name full short global,                 topics.pipeline-inspector_to_detector-domainator
          name full short global,                       stages.dga-detector
          full short global,                            stages.data_analysis.detector
          short global,                                 stages.detector
          global,                                       global
          own global,                                   config
          own short,                                    config
          environment global,                           environment
          environment name,                             environment
          topic full,                                   topics.pipeline-inspector_to_detector-domainator
          topic short,                                  topics.pipeline-inspector_to_detector-domainator
          topic global,                                 topics.pipeline-inspector_to_detector-domainator
          name short,                                   stages.dga-detector
          name global,                                  stages.dga-detector
          full global,                                  stages.data_analysis.detector
          """)
  void eachLevelBeatsTheNext(String levels, String decides) {
    var bounds = new Levels();
    for (var level : levels.split(" ")) {
      bounds.give(level, of(number(level), number(level)));
    }

    var effective = bounds.resolve();

    int expected = number(levels.split(" ")[0]);
    assertThat(effective)
        .isEqualTo(new EffectiveBatch(expected, decides, Duration.ofMillis(expected), decides));
  }

  /** Which level decides is asked for each field alone. */
  @ParameterizedTest(name = "size by {0}, timeout by {1}")
  @CsvSource(
      textBlock =
          """
          own,         environment
          environment, own
          environment, topic
          topic,       environment
          topic,       name
          name,        topic
          name,        full
          full,        name
          full,        short
          short,       full
          short,       global
          global,      short
          own,         global
          global,      own
          """)
  void sizeAndTimeoutAreResolvedApart(String sizeLevel, String timeoutLevel) {
    var bounds = new Levels();
    bounds.give(sizeLevel, of(number(sizeLevel), null));
    bounds.give(timeoutLevel, of(null, number(timeoutLevel)));

    var effective = bounds.resolve();

    assertThat(effective.size()).isEqualTo(number(sizeLevel));
    assertThat(effective.timeout()).isEqualTo(Duration.ofMillis(number(timeoutLevel)));
    assertThat(effective.sizeFrom()).isNotEqualTo(effective.timeoutFrom());
  }

  @Test
  void theSmallestSizeAndTheSmallestTimeoutOfSeveralTopicsCount() {
    var topics = Map.of(TOPIC, of(3, 40), OTHER, of(30, 25));

    var effective = resolve(settings(of(50, 50), Map.of(), topics), List.of(TOPIC, OTHER));

    assertThat(effective)
        .isEqualTo(
            new EffectiveBatch(3, "topics." + TOPIC, Duration.ofMillis(25), "topics." + OTHER));
  }

  @Test
  void aTopicWithoutAnEntryCountsWithWhatItsStageSays() {
    var settings =
        settings(of(50, 50), Map.of("detector", of(10, null)), Map.of(TOPIC, of(300, 70)));

    var effective = resolve(settings, List.of(TOPIC, OTHER));

    assertThat(effective)
        .isEqualTo(new EffectiveBatch(10, "stages.detector", Duration.ofMillis(50), "global"));
  }

  @Test
  void theEnvironmentStandsAboveTheSmallestOfTheTopics() {
    var topics = Map.of(TOPIC, of(3, 40), OTHER, of(30, 25));

    var effective =
        BatchResolution.resolve(
            settings(of(50, 50), Map.of(), topics),
            STAGE,
            StageType.DETECTOR,
            List.of(TOPIC, OTHER),
            of(200, null),
            NONE);

    assertThat(effective)
        .isEqualTo(
            new EffectiveBatch(200, "environment", Duration.ofMillis(25), "topics." + OTHER));
  }

  @Test
  void aWorkerWithoutTopicsGetsWhatItsStageSays() {
    var effective = resolve(BatchSettings.defaults(), List.of());

    assertThat(effective.size()).isEqualTo(10);
    assertThat(effective.timeout()).isEqualTo(Duration.ofMillis(50));
  }

  @Test
  void aTopicIsNamedInFull() {
    var settings = settings(of(50, 50), Map.of(), Map.of("domainator", of(3, 25)));

    assertThat(resolve(settings, List.of(TOPIC)).sizeFrom()).isEqualTo("global");
  }

  @Test
  void anotherStagesEntryDoesNotCount() {
    var stages = Map.of("alerter", of(25, 1), "pipeline.alerter", of(26, 2), "other", of(27, 3));

    assertThat(resolve(settings(of(50, 50), stages, Map.of()), List.of(TOPIC)).sizeFrom())
        .isEqualTo("global");
  }

  @Test
  void aTimeoutOfZeroIsAValueAndNotAnAbsence() {
    var settings = settings(of(50, 50), Map.of("detector", of(null, 0)), Map.of());

    assertThat(resolve(settings, List.of(TOPIC)).timeout()).isZero();
  }

  /** HAMSTRING's supplied values: 50 records, a detector 10, an alerter 25, everywhere 50 ms. */
  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      textBlock =
          """
          LOGSERVER, 50
          COLLECTOR, 50
          PREFILTER, 50
          INSPECTOR, 50
          DETECTOR,  10
          ALERTER,   25
          CUSTOM,    50
          """)
  void theSuppliedValuesHold(StageType type, int size) {
    var effective =
        BatchResolution.resolve(
            BatchSettings.defaults(), "some-stage", type, List.of("some-topic"), NONE, NONE);

    assertThat(effective.size()).isEqualTo(size);
    assertThat(effective.timeout()).isEqualTo(Duration.ofMillis(50));
  }

  /** The example of HAMSTRING's documentation, as it stands there. */
  @Test
  void theDocumentedExampleHolds() {
    var settings = settings(of(50, 50), BatchSettings.DEFAULT_STAGES, Map.of(TOPIC, of(3, 25)));

    assertThat(resolve(settings, List.of(TOPIC)))
        .isEqualTo(
            new EffectiveBatch(3, "topics." + TOPIC, Duration.ofMillis(25), "topics." + TOPIC));
    assertThat(resolve(settings, List.of(OTHER)))
        .isEqualTo(new EffectiveBatch(10, "stages.detector", Duration.ofMillis(50), "global"));
    assertThat(resolve(settings, List.of(OTHER, TOPIC)).size()).isEqualTo(3);
  }

  @Test
  void aKeyThatNamesNoStageIsATypingError() {
    var stages =
        Map.of(
            "detector",
            NONE,
            "data_analysis.detector",
            NONE,
            STAGE,
            NONE,
            "detecter",
            NONE,
            "Alerter",
            NONE);

    assertThat(BatchResolution.unknownStageKeys(stages, List.of(STAGE)))
        .containsExactly("Alerter", "detecter");
  }

  private static EffectiveBatch resolve(BatchSettings settings, List<String> topics) {
    return BatchResolution.resolve(settings, STAGE, StageType.DETECTOR, topics, NONE, NONE);
  }

  private static BatchSettings settings(
      BatchBounds global, Map<String, BatchBounds> stages, Map<String, BatchBounds> topics) {
    return new BatchSettings(global, stages, topics, GroupCommit.DEFAULT);
  }

  private static BatchBounds of(Integer size, Integer millis) {
    return new BatchBounds(size, millis == null ? null : Duration.ofMillis(millis));
  }

  // The highest level has the largest number, so that a minimum taken by mistake shows.
  private static int number(String level) {
    return 100
        + List.of("global", "short", "full", "name", "topic", "environment", "own").indexOf(level);
  }

  /** What each level says, collected by the levels' names in the tables. */
  private static final class Levels {

    private final Map<String, BatchBounds> given = new HashMap<>();

    void give(String level, BatchBounds bounds) {
      given.merge(level, bounds, BatchBounds::overriddenBy);
    }

    EffectiveBatch resolve() {
      var stages = new HashMap<String, BatchBounds>();
      put(stages, "detector", "short");
      put(stages, "data_analysis.detector", "full");
      put(stages, STAGE, "name");
      var topics = new HashMap<String, BatchBounds>();
      put(topics, TOPIC, "topic");
      return BatchResolution.resolve(
          settings(given.getOrDefault("global", NONE), stages, topics),
          STAGE,
          StageType.DETECTOR,
          List.of(TOPIC),
          given.getOrDefault("environment", NONE),
          given.getOrDefault("own", NONE));
    }

    private void put(Map<String, BatchBounds> map, String key, String level) {
      if (given.containsKey(level)) {
        map.put(key, given.get(level));
      }
    }
  }
}
