package io.hamstring.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** The latest recovery of a stage. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public class RecoveryStatus {

  @JsonPropertyDescription("When it began, in RFC 3339.")
  private String at;

  @JsonPropertyDescription("The kind of failure, such as MEMBERSHIP_LOST.")
  private String cause;

  @JsonPropertyDescription("How long it took.")
  private String took;

  public String getAt() {
    return at;
  }

  public void setAt(String at) {
    this.at = at;
  }

  public String getCause() {
    return cause;
  }

  public void setCause(String cause) {
    this.cause = cause;
  }

  public String getTook() {
    return took;
  }

  public void setTook(String took) {
    this.took = took;
  }
}
