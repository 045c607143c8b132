package io.hamstring.worker.stage.detector;

import io.hamstring.contract.settings.Section;
import io.hamstring.worker.stage.format.OutputLimits;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The settings of a detector.
 *
 * @param detector which one
 * @param threshold what the model puts above it is malicious
 * @param limits of one output
 * @param model a model file, or null for the built-in one
 * @param ignoredDomains registered domains that the Domainator does not judge, in lower case
 * @param maxWindows windows that the Domainator remembers of a partition
 */
public record DetectorSettings(
    Kind detector,
    double threshold,
    OutputLimits limits,
    ModelFile model,
    Set<String> ignoredDomains,
    int maxWindows) {

  /** The detectors that are built in. */
  public enum Kind {
    /** Names that were generated. */
    DGA("DGADetector"),
    /** Names that carry data. */
    DOMAINATOR("DomainatorDetector");

    private final String className;

    Kind(String className) {
      this.className = className;
    }

    private static Kind of(String className) {
      for (var kind : values()) {
        if (kind.className.equals(className)) {
          return kind;
        }
      }
      throw new IllegalArgumentException(
          "must be " + DGA.className + " or " + DOMAINATOR.className + ", was '" + className + "'");
    }
  }

  /**
   * A model of the user's own.
   *
   * @param path of an ONNX file
   * @param sha256 what the file must have, in lower-case hexadecimal
   */
  public record ModelFile(String path, String sha256) {
    private static ModelFile of(Section section) {
      var model =
          new ModelFile(
              section.requiredText("file"), section.converted("sha256", ModelFile::checksum, null));
      if (!section.has("sha256")) {
        section.problem("sha256", "is required: a model is used only if it is the one meant");
      }
      section.refuseOtherKeys();
      return model;
    }

    private static String checksum(String text) {
      var checksum = text.toLowerCase(Locale.ROOT);
      if (!checksum.matches("[0-9a-f]{64}")) {
        throw new IllegalArgumentException("must be 64 hexadecimal digits, was '" + text + "'");
      }
      return checksum;
    }
  }

  public DetectorSettings {
    ignoredDomains = Set.copyOf(ignoredDomains);
  }

  /** Reads a stage's {@code config}; problems are added to the section. */
  public static DetectorSettings of(Section section) {
    var kind = section.converted("detectorClassName", Kind::of, Kind.DGA);
    boolean windows = kind == Kind.DOMAINATOR;
    var settings =
        new DetectorSettings(
            kind,
            section.decimal("threshold", 0.5, 0, 1),
            OutputLimits.of(section),
            section.has("model") ? ModelFile.of(section.section("model")) : null,
            windows ? lowerCase(section.texts("ignoredDomains")) : Set.of(),
            windows ? section.number("maxWindows", 1_000L, 1, 100_000).intValue() : 0);
    section.refuseOtherKeys();
    return settings;
  }

  private static Set<String> lowerCase(List<String> texts) {
    return texts.stream().map(text -> text.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
  }
}
