package io.hamstring.worker.stage.alerter;

import io.hamstring.contract.settings.Section;
import java.nio.file.Path;

/**
 * The settings of an alerter; the names are HAMSTRING's.
 *
 * @param logToFile whether alerts are also appended to a file
 * @param logFilePath that file
 * @param rotate whether each day has its own file
 * @param retentionDays how long a day's file is kept, at least 1
 */
public record AlerterSettings(
    boolean logToFile, Path logFilePath, boolean rotate, int retentionDays) {

  /** Reads a stage's {@code config}; problems are added to the section. */
  public static AlerterSettings of(Section section) {
    var rotation = section.section("logRotation");
    var settings =
        new AlerterSettings(
            section.flag("logToFile", false),
            section.converted("logFilePath", Path::of, Path.of("/opt/logs/alerts.txt")),
            rotation.flag("enabled", true),
            rotation.number("retentionDays", 7L, 1, 36_500).intValue());
    rotation.refuseOtherKeys();
    section.refuseOtherKeys();
    return settings;
  }
}
