package io.hamstring.worker.stage.prefilter;

import io.hamstring.contract.settings.Section;
import io.hamstring.worker.stage.rules.LineRules;

/**
 * The settings of a prefilter.
 *
 * @param relevance which lines it keeps
 * @param rules the collector's, which say what is relevant
 */
public record PrefilterSettings(Relevance relevance, LineRules rules) {

  /** Reads a stage's {@code config}; problems are added to the section. */
  public static PrefilterSettings of(Section section) {
    var settings =
        new PrefilterSettings(
            section.converted("relevanceMethod", Relevance::ofId, Relevance.NO_RELEVANCE_CHECK),
            LineRules.of(section, "requiredLogInformation"));
    section.refuseOtherKeys();
    return settings;
  }
}
