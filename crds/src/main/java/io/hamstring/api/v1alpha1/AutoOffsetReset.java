package io.hamstring.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Where a stage that has committed nothing yet begins. */
public enum AutoOffsetReset {
  /** At the first record the log still has. */
  @JsonProperty("earliest")
  EARLIEST,
  /** At the end. */
  @JsonProperty("latest")
  LATEST,
  /** Nowhere: the workers report it and wait. */
  @JsonProperty("none")
  NONE
}
