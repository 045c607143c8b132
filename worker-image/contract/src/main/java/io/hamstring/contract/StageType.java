package io.hamstring.contract;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a stage does: one of HAMSTRING's built-ins, or the user's own code. */
public enum StageType {
  LOGSERVER("log_storage.logserver"),
  COLLECTOR("log_collection.collector"),
  PREFILTER("log_filtering.prefilter"),
  INSPECTOR("data_inspection.inspector"),
  DETECTOR("data_analysis.detector"),
  ALERTER("pipeline.alerter"),
  /** Writes monitoring rows to ClickHouse; HAMSTRING calls it the monitoring agent. */
  MONITORING("monitoring.agent"),
  CUSTOM("custom");

  private final String fullName;

  StageType(String fullName) {
    this.fullName = fullName;
  }

  /** The name in a HamstringPipeline and the short batch key, such as {@code detector}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** HAMSTRING's internal module name, such as {@code data_analysis.detector}. */
  public String fullName() {
    return fullName;
  }

  /** The type whose {@link #id()} this is, if there is one. */
  public static Optional<StageType> ofId(String id) {
    return Arrays.stream(values()).filter(type -> type.id().equals(id)).findFirst();
  }

  /** All ids, for messages: {@code logserver, collector, …}. */
  public static String ids() {
    return Arrays.stream(values()).map(StageType::id).collect(Collectors.joining(", "));
  }
}
