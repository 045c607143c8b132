package io.hamstring.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** When an image is pulled. */
public enum ImagePullPolicy {
  /** At every start. */
  @JsonProperty("Always")
  ALWAYS,
  /** When the node does not have it. */
  @JsonProperty("IfNotPresent")
  IF_NOT_PRESENT,
  /** Never. */
  @JsonProperty("Never")
  NEVER
}
