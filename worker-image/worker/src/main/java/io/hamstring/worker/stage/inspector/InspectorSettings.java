package io.hamstring.worker.stage.inspector;

import io.hamstring.contract.settings.Section;
import io.hamstring.worker.stage.format.OutputLimits;

/**
 * The settings of an inspector.
 *
 * @param inspector what judges
 * @param limits bounds of one output
 */
public record InspectorSettings(Inspector<?> inspector, OutputLimits limits) {

  /** Reads a stage's {@code config}; problems are added to the section. */
  public static InspectorSettings of(Section section) {
    var settings =
        new InspectorSettings(
            section.converted(
                "inspectorClassName", InspectorSettings::inspector, new NoInspector()),
            OutputLimits.of(section));
    section.refuseOtherKeys();
    return settings;
  }

  private static Inspector<?> inspector(String name) {
    if (name.equals(NoInspector.NAME)) {
      return new NoInspector();
    }
    throw new IllegalArgumentException("must be " + NoInspector.NAME + ", was '" + name + "'");
  }
}
