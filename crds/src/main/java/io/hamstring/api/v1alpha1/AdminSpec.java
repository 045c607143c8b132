package io.hamstring.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** Kafka credentials that only the operator uses. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public class AdminSpec {

  @JsonPropertyDescription(
      "The operator's own credentials, so that workers need no "
          + "administrative rights. Left out, the operator uses those of the "
          + "workers.")
  private AuthenticationSpec authentication;

  public AuthenticationSpec getAuthentication() {
    return authentication;
  }

  public void setAuthentication(AuthenticationSpec authentication) {
    this.authentication = authentication;
  }
}
