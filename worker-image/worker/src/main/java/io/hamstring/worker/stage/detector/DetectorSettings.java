package io.hamstring.worker.stage.detector;

import io.hamstring.contract.settings.Section;

/**
 * The settings of a detector.
 *
 * @param detector which detector; only {@link #DGA} is built in
 * @param threshold a name whose probability is above it is malicious
 */
public record DetectorSettings(String detector, double threshold) {

  /** HAMSTRING's name of the detector of generated domain names. */
  public static final String DGA = "DGADetector";

  /** Reads a stage's {@code config}; problems are added to the section. */
  public static DetectorSettings of(Section section) {
    var settings =
        new DetectorSettings(
            section.converted("detectorClassName", DetectorSettings::detector, DGA),
            section.decimal("threshold", 0.5, 0, 1));
    section.refuseOtherKeys();
    return settings;
  }

  private static String detector(String name) {
    if (!name.equals(DGA)) {
      throw new IllegalArgumentException("must be " + DGA + ", was '" + name + "'");
    }
    return name;
  }
}
