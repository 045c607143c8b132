package io.hamstring.samples.drill.plan;

import java.util.Locale;

/** Whether the operator's guard looks after the fleet. */
public enum Guarding {
  ON,
  OFF;

  /** Its name in options and reports. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
