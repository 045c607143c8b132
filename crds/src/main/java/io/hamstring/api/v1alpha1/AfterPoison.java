package io.hamstring.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What happens to a poison record when there is no dead-letter topic. */
public enum AfterPoison {
  /** Its partition is held and reported until a person decides. */
  @JsonProperty("stop")
  STOP,
  /** It is skipped, counted and logged. */
  @JsonProperty("skip")
  SKIP
}
