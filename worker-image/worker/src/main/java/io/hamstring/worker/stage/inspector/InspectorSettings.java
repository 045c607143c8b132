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
    var settings = new InspectorSettings(inspector(section), OutputLimits.of(section));
    section.refuseOtherKeys();
    return settings;
  }

  private static Inspector<?> inspector(Section section) {
    var name = section.text("inspectorClassName", NoInspector.NAME);
    return switch (name) {
      case NoInspector.NAME -> new NoInspector();
      case SeriesInspector.NAME -> new SeriesInspector(SeriesSettings.of(section));
      default -> {
        section.problem(
            "inspectorClassName",
            "must be " + NoInspector.NAME + " or " + SeriesInspector.NAME + ", was '" + name + "'");
        yield new NoInspector();
      }
    };
  }
}
