package io.hamstring.worker.stage.inspector;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.hamstring.contract.StageType;
import io.hamstring.contract.settings.InvalidSettings;
import io.hamstring.contract.settings.Section;
import io.hamstring.worker.stage.StageSettings;
import io.hamstring.worker.stage.format.BatchDocument;
import io.hamstring.worker.stage.format.MalformedBatchException;
import io.hamstring.worker.stage.format.Timestamps;
import io.hamstring.worker.stage.inspector.Inspector.Finding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The time series inspector against series counted by hand and against one that skips nothing. */
class SeriesInspectorTest {

  private static final long START = Timestamps.ofLocal("2025-06-01T12:00:00").orElseThrow();
  private static final long SECOND = 1_000_000;
  private static final long DAY = 86_400 * SECOND;

  @Test
  void theZScoreIsTheDistanceFromTheMeanInStandardDeviationsOfTheWholeWindow() {
    var window = new int[50];
    window[49] = 5;

    // Mean 0.1, variance 25/50 - 0.01 = 0.49.
    assertThat(SeriesModel.Z_SCORE.score(5, window)).isCloseTo(7.0, within(1e-12));
    assertThat(SeriesModel.Z_SCORE.score(0, window)).isCloseTo(1 / 7.0, within(1e-12));
    assertThat(SeriesModel.Z_SCORE.score(3, new int[] {3, 3, 3})).isZero();
  }

  @Test
  void theRobustScoreIsTheDistanceFromTheMedianInMedianDeviations() {
    assertThat(SeriesModel.MAD.score(9, new int[] {1, 2, 3, 4, 9}))
        .isCloseTo(6 / 1.4826, within(1e-9));
    assertThat(SeriesModel.MAD.score(5, new int[] {0, 0, 0, 0, 5}))
        .as("more than half the same: mean deviation 1")
        .isCloseTo(5 / 1.2533, within(1e-9));
    assertThat(SeriesModel.MAD.score(2, new int[] {1, 2, 2, 3})).isZero();
    assertThat(SeriesModel.MAD.score(2, new int[] {2, 2})).isZero();
  }

  @Test
  void aBurstHidesTheNextFromTheZScoreButNotFromTheRobustOne() {
    var window = new int[50];
    Arrays.setAll(window, i -> i % 2);
    window[0] = 1_000;
    window[1] = 30;

    assertThat(SeriesModel.Z_SCORE.score(30, window)).isLessThan(0.5);
    assertThat(SeriesModel.MAD.score(30, window)).isGreaterThan(10);
  }

  @Test
  void linesOfOneBinAreAddedAlsoWhenTheirTimesDiffer() throws Exception {
    var state =
        inspect(
                settings(SeriesModel.Z_SCORE),
                SubnetWindows.EMPTY,
                "s",
                40_000,
                0,
                1,
                19_999,
                20_000)
            .state();

    assertThat(state.of("s").orElseThrow().counts()).startsWith(3, 1, 0);
  }

  @Test
  void theFirstFiftyCountsHaveNoScore() throws Exception {
    var strict = new SeriesSettings(SeriesModel.Z_SCORE, 50, 0.000001, 0, 20_000);

    var fifty = inspect(strict, SubnetWindows.EMPTY, "s", 49 * 20_000, 0, 40_000);
    var next = inspect(strict, fifty.state(), "s", 1, 0);

    assertThat(fifty.suspicious()).isFalse();
    assertThat(fifty.state().of("s").orElseThrow().seen()).isEqualTo(50);
    assertThat(next.suspicious()).isTrue();
  }

  @Test
  void aSteadySubnetIsNotSuspiciousAndOneThatPulsatesIs() throws Exception {
    var settings = new SeriesSettings(SeriesModel.Z_SCORE, 50, 0.5, 0.1, SECOND);
    var steady = LongStream.range(0, 120).map(i -> i * SECOND).toArray();
    var pulsating = LongStream.range(0, 120).filter(i -> i % 5 == 0).map(i -> i * SECOND).toArray();

    assertThat(inspect(settings, SubnetWindows.EMPTY, "s", 119 * SECOND, steady).suspicious())
        .isFalse();
    assertThat(inspect(settings, SubnetWindows.EMPTY, "s", 119 * SECOND, pulsating).suspicious())
        .isTrue();
  }

  @ParameterizedTest
  @EnumSource(SeriesModel.class)
  void leavingZerosOutGivesTheSameAsCountingEachBin(SeriesModel model) throws Exception {
    for (long seed = 1; seed <= 40; seed++) {
      var random = new Random(seed);
      double threshold = random.nextInt(4) == 0 ? 0 : random.nextDouble() * 2;
      var settings = new SeriesSettings(model, 5 + random.nextInt(46), threshold, 0.1, 20_000);
      var state = SubnetWindows.EMPTY;
      var dense = new ArrayList<Integer>();
      for (int batch = 0; batch < 5; batch++) {
        long span = random.nextInt(40) * SECOND;
        var times = random.longs(random.nextInt(30), 0, span + 1).sorted().toArray();

        var finding = inspect(settings, state, "s", span, times);
        var share = denseShare(settings, dense, span, times);

        assertThat(finding.suspicious()).as("seed %d", seed).isEqualTo(share > 0.1);
        state = finding.state();
        assertThat(sorted(state.of("s").orElseThrow().counts()))
            .as("seed %d", seed)
            .isEqualTo(sorted(newest(dense, settings.windowLength())));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(SeriesModel.class)
  void aBatchThatSpansYearsCostsWhatItsLinesCost(SeriesModel model) throws Exception {
    var times = LongStream.range(0, 1_000).map(i -> i * DAY).toArray();

    var finding = inspect(settings(model), SubnetWindows.EMPTY, "s", 1_000 * DAY, times);

    assertThat(finding.suspicious()).isFalse();
  }

  @Test
  void subnetsDoNotMixAndTheOneSilentForLongestIsForgotten() throws Exception {
    var settings = settings(SeriesModel.Z_SCORE);
    var state = inspect(settings, SubnetWindows.EMPTY, "first", 1, 0).state();
    for (int i = 1; i < SubnetWindows.MAX_SUBNETS; i++) {
      state = inspect(settings, state, "s" + i, 1, 0, 0).state();
    }
    var full = inspect(settings, state, "first", 1, 0).state();

    var evicted = inspect(settings, full, "new", 1, 0).state();

    assertThat(evicted.size()).isEqualTo(SubnetWindows.MAX_SUBNETS);
    assertThat(evicted.of("s1")).isEmpty();
    assertThat(evicted.of("first").orElseThrow().seen()).isEqualTo(2);
    assertThat(full.of("s1")).as("the state before is as it was").isPresent();
  }

  @Test
  void theStateBeforeIsNotChangedAndTheLastBatchesRebuildTheStateAfter() throws Exception {
    var settings = settings(SeriesModel.Z_SCORE);
    var states = new ArrayList<SubnetWindows>(List.of(SubnetWindows.EMPTY));
    for (int i = 0; i < 10; i++) {
      states.add(inspect(settings, states.get(i), "s", 2 * SECOND, i, 50_000L * i).state());
    }
    var before = states.get(9).of("s").orElseThrow().counts().clone();

    inspect(settings, states.get(9), "s", 2 * SECOND, 0, 1, 2);
    var rebuilt = inspect(settings, SubnetWindows.EMPTY, "s", 2 * SECOND, 9, 50_000L * 9).state();

    assertThat(states.get(9).of("s").orElseThrow().counts()).isEqualTo(before);
    assertThat(sorted(rebuilt.of("s").orElseThrow().counts()))
        .isEqualTo(sorted(states.get(10).of("s").orElseThrow().counts()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"yesterday", "2025-06-01T11:59:59"})
  void aBatchWhoseTimesMakeNoSenseIsRejected(String end) {
    var batch = new BatchDocument("r", "b", "2025-06-01T12:00:00", end, List.of());

    assertThatThrownBy(
            () ->
                new SeriesInspector(settings(SeriesModel.Z_SCORE))
                    .inspect("s", batch, SubnetWindows.EMPTY))
        .isInstanceOf(MalformedBatchException.class);
  }

  @Test
  void theDefaultsAreHamstringsAndEveryProblemIsNamed() {
    var problems = new ArrayList<String>();
    var defaults = SeriesSettings.of(Section.at("config", Map.of(), problems));

    assertThat(problems).isEmpty();
    assertThat(defaults).isEqualTo(settings(SeriesModel.Z_SCORE));
    assertThatThrownBy(
            () ->
                StageSettings.processor(
                    StageType.INSPECTOR,
                    Map.of(
                        "inspectorClassName",
                        "StreamADInspector",
                        "mode",
                        "ensemble",
                        "models",
                        List.of(Map.of("model", "KNNDetector", "modelArgs", Map.of("k", 1))),
                        "timeType",
                        "fortnight",
                        "timeRange",
                        0,
                        "scoreTreshold",
                        1)))
        .isInstanceOfSatisfying(
            InvalidSettings.class,
            refused ->
                assertThat(refused.problems().stream().map(p -> p.replaceFirst(":.*", "")))
                    .contains(
                        "config.mode",
                        "config.models[0].model",
                        "config.models[0].modelArgs.k",
                        "config.timeType",
                        "config.timeRange",
                        "config.scoreTreshold"));
  }

  private static SeriesSettings settings(SeriesModel model) {
    return new SeriesSettings(model, 50, 0.5, 0.1, 20_000);
  }

  private static Finding<SubnetWindows> inspect(
      SeriesSettings settings, SubnetWindows state, String subnet, long span, long... times)
      throws MalformedBatchException {
    var lines =
        Arrays.stream(times)
            .mapToObj(time -> "{\"ts\":\"" + Timestamps.text(START + time) + "\"}")
            .collect(Collectors.joining(","));
    var text =
        "{\"batch_tree_row_id\":\"r\",\"batch_id\":\"b\",\"begin_timestamp\":\"%s\",\"end_timestamp\":\"%s\",\"data\":[%s]}"
            .formatted(Timestamps.text(START), Timestamps.text(START + span), lines);
    return new SeriesInspector(settings)
        .inspect(subnet, BatchDocument.parse(text.getBytes(UTF_8)), state);
  }

  /** What is odd among all bins, each of them counted and scored. */
  private static double denseShare(
      SeriesSettings settings, List<Integer> series, long span, long... times) {
    int bins = (int) (span / settings.binMicros()) + 1;
    int odd = 0;
    for (int bin = 0; bin < bins; bin++) {
      long from = bin * settings.binMicros();
      var warm = series.size() >= settings.windowLength();
      int count =
          (int)
              Arrays.stream(times)
                  .filter(t -> t >= from && t < from + settings.binMicros())
                  .count();
      series.add(count);
      double score =
          warm ? settings.model().score(count, newest(series, settings.windowLength())) : 0;
      odd += score >= settings.scoreThreshold() ? 1 : 0;
    }
    return (double) odd / bins;
  }

  /** The newest counts; places that were never filled are 0. */
  private static int[] newest(List<Integer> series, int length) {
    var window = new int[length];
    int from = Math.max(0, series.size() - length);
    for (int i = from; i < series.size(); i++) {
      window[i - from] = series.get(i);
    }
    return window;
  }

  private static int[] sorted(int[] counts) {
    var sorted = counts.clone();
    Arrays.sort(sorted);
    return sorted;
  }
}
