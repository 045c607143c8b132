package io.hamstring.operator.convert;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Set;

/** The settings of an inspector that judges when lines come. */
final class SeriesConfig {

  private static final Set<String> MODELS = Set.of("ZScoreDetector", "MadDetector");

  private SeriesConfig() {}

  /** Writes the settings of {@code given} to {@code config}, and what is lost to {@code lost}. */
  static void of(Source given, ObjectNode config, List<String> lost) {
    var mode = given.at("mode").text().orElse("univariate");
    var model =
        given.at("models").items().stream()
            .findFirst()
            .flatMap(
                first -> {
                  first.at("module").raw();
                  return first.at("model").text();
                })
            .orElse("ZScoreDetector");
    if (mode.equals("univariate")) {
      given.at("ensemble").raw();
    }
    if (!mode.equals("univariate") || !MODELS.contains(model)) {
      lost.add(
          given.path()
              + ": there is no "
              + mode
              + " "
              + model
              + "; univariate ZScoreDetector stands in");
      model = "ZScoreDetector";
    }
    config.putArray("models").addObject().put("model", model);
    given.at("anomaly_threshold").decimal().ifPresent(t -> config.put("anomalyThreshold", t));
    given.at("score_threshold").decimal().ifPresent(t -> config.put("scoreThreshold", t));
    given.at("time_type").text().ifPresent(unit -> config.put("timeType", unit));
    given.at("time_range").number().ifPresent(range -> config.put("timeRange", range));
  }
}
