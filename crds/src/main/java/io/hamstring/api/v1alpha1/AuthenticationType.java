package io.hamstring.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How a client proves to the brokers who it is. */
public enum AuthenticationType {
  /** By a client certificate. */
  @JsonProperty("tls")
  TLS,
  /** By name and password, sent as they are. */
  @JsonProperty("plain")
  PLAIN,
  /** By name and salted password, SHA-256. */
  @JsonProperty("scram-sha-256")
  SCRAM_SHA_256,
  /** By name and salted password, SHA-512. */
  @JsonProperty("scram-sha-512")
  SCRAM_SHA_512
}
