package io.hamstring.worker.stage.logserver;

import io.hamstring.contract.settings.Section;
import io.hamstring.worker.stage.format.Subnets;

/**
 * The settings of a logserver.
 *
 * @param keyBy what lines are keyed by
 * @param subnets the subnets of {@link KeyBy#SUBNET}
 */
public record LogserverSettings(KeyBy keyBy, Subnets subnets) {

  /** Reads a stage's {@code config}; problems are added to the section. */
  public static LogserverSettings of(Section section) {
    var settings =
        new LogserverSettings(
            section.converted("keyBy", KeyBy::ofId, KeyBy.SUBNET), Subnets.of(section));
    section.refuseOtherKeys();
    return settings;
  }
}
