package io.hamstring.samples.view;

/** A condition as the live table shows it. */
public record ConditionView(String type, String status, String reason, String message) {

  /** Whether a person should read it: an alert, or a summary that is not well. */
  boolean isNews() {
    return switch (type) {
      case "Ready", "SpecValid" -> !status.equals("True");
      case "Progressing" -> false;
      default -> status.equals("True");
    };
  }
}
