package io.hamstring.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** The latest decision of the scaler. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public class ScalingStatus {

  @JsonPropertyDescription("Workers it asked for.")
  private Integer replicas;

  @JsonPropertyDescription("Why, in a stable CamelCase word.")
  private String reason;

  @JsonPropertyDescription("Why, with the figures.")
  private String message;

  @JsonPropertyDescription("When it decided, in RFC 3339.")
  private String at;

  public Integer getReplicas() {
    return replicas;
  }

  public void setReplicas(Integer replicas) {
    this.replicas = replicas;
  }

  public String getReason() {
    return reason;
  }

  public void setReason(String reason) {
    this.reason = reason;
  }

  public String getMessage() {
    return message;
  }

  public void setMessage(String message) {
    this.message = message;
  }

  public String getAt() {
    return at;
  }

  public void setAt(String at) {
    this.at = at;
  }
}
