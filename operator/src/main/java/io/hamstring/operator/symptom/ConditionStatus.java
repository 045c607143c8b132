package io.hamstring.operator.symptom;

import java.util.Arrays;
import java.util.Optional;

/** The status of a condition, worst first. */
public enum ConditionStatus {
  TRUE("True"),
  UNKNOWN("Unknown"),
  FALSE("False");

  private final String text;

  ConditionStatus(String text) {
    this.text = text;
  }

  /** As Kubernetes writes it. */
  public String text() {
    return text;
  }

  /** The status that Kubernetes writes so. */
  public static Optional<ConditionStatus> of(String text) {
    return Arrays.stream(values()).filter(status -> status.text.equals(text)).findFirst();
  }
}
