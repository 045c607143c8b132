package io.hamstring.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The group protocol of the workers. */
public enum GroupProtocol {
  /** KIP-848; brokers 4.0 and newer. */
  @JsonProperty("consumer")
  CONSUMER,
  /** The older one; brokers 3.9 and newer. */
  @JsonProperty("classic")
  CLASSIC
}
