package io.hamstring.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What a stage does. */
public enum StageType {
  /** Takes in what the sensors wrote. */
  @JsonProperty("logserver")
  LOGSERVER,
  /** Validates log lines and gathers them by subnet. */
  @JsonProperty("collector")
  COLLECTOR,
  /** Drops lines that are not relevant. */
  @JsonProperty("prefilter")
  PREFILTER,
  /** Looks for suspicious batches. */
  @JsonProperty("inspector")
  INSPECTOR,
  /** Scores suspicious batches. */
  @JsonProperty("detector")
  DETECTOR,
  /** Hands alerts out of the pipeline. */
  @JsonProperty("alerter")
  ALERTER,
  /** Writes monitoring rows to ClickHouse. */
  @JsonProperty("monitoring")
  MONITORING,
  /** Runs the user's own code. */
  @JsonProperty("custom")
  CUSTOM
}
