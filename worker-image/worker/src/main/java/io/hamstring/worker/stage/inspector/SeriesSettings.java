package io.hamstring.worker.stage.inspector;

import io.hamstring.contract.settings.Section;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The settings of the time series inspector; the names are HAMSTRING's.
 *
 * @param windowLength counts in a window, at least 2
 * @param scoreThreshold a count is odd whose score is at least this
 * @param anomalyThreshold a batch is suspicious when its share of odd counts is above this
 * @param binMicros length of a bin, at least 1
 */
record SeriesSettings(
    SeriesModel model,
    int windowLength,
    double scoreThreshold,
    double anomalyThreshold,
    long binMicros) {

  private static final int WINDOW = 50;
  private static final int LONGEST_WINDOW = 1_000;

  private static final Map<String, Long> UNITS =
      new TreeMap<>(
          Map.of("us", 1L, "ms", 1_000L, "s", 1_000_000L, "m", 60_000_000L, "h", 3_600_000_000L));

  /** Reads a stage's {@code config}; problems are added to the section. */
  static SeriesSettings of(Section section) {
    if (!section.text("mode", "univariate").equals("univariate")) {
      section.problem("mode", "must be univariate, was '" + section.raw("mode") + "'");
    }
    var models = section.sections("models");
    if (section.has("models") && models.size() != 1) {
      section.problem("models", "must name one model");
    }
    var model = SeriesModel.Z_SCORE;
    int window = WINDOW;
    if (!models.isEmpty()) {
      var given = models.get(0);
      // The name of a Python module has no meaning here; it may stay in a moved configuration.
      given.raw("module");
      model = given.converted("model", SeriesSettings::model, SeriesModel.Z_SCORE);
      var arguments = given.section("modelArgs");
      window = arguments.number("windowLen", (long) WINDOW, 2, LONGEST_WINDOW).intValue();
      arguments.refuseOtherKeys();
      given.refuseOtherKeys();
    }
    long unit = section.converted("timeType", SeriesSettings::unit, UNITS.get("ms"));
    return new SeriesSettings(
        model,
        window,
        section.decimal("scoreThreshold", 0.5, 0, 1_000_000),
        section.decimal("anomalyThreshold", 0.1, 0, 1),
        unit * section.number("timeRange", 20L, 1, 1_000_000));
  }

  private static SeriesModel model(String name) {
    return Arrays.stream(SeriesModel.values())
        .filter(model -> model.title().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "must be "
                        + Arrays.stream(SeriesModel.values())
                            .map(SeriesModel::title)
                            .collect(Collectors.joining(" or "))
                        + ", was '"
                        + name
                        + "'"));
  }

  private static long unit(String name) {
    var unit = UNITS.get(name);
    if (unit == null) {
      throw new IllegalArgumentException(
          "must be one of " + String.join(", ", UNITS.keySet()) + ", was '" + name + "'");
    }
    return unit;
  }
}
