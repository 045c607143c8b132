package io.hamstring.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;

/** How much finished work one transaction takes. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public class GroupCommitSpec {

  @JsonPropertyDescription(
      "Whether a transaction may hold more than one batch. Off, every "
          + "batch is a transaction of its own, as in HAMSTRING.")
  @Default("true")
  private Boolean enabled;

  @JsonPropertyDescription("Input records in a transaction, at most.")
  @Default("150000")
  @Min(1)
  @Max(10000000)
  private Integer maxRecords;

  @JsonPropertyDescription("Output bytes in a transaction, at most, such as 16Mi.")
  @Default("16Mi")
  @Pattern(Syntax.BYTES)
  @Size(min = 1, max = 17)
  private String maxBytes;

  @JsonPropertyDescription(
      "Cap on how long a transaction is filled. A commit starts as soon as nothing finished is "
          + "waiting; fewer than 8 records wait for up to 50 ms after a commit, or this if it is "
          + "shorter.")
  @ValidationRule(
      value = Syntax.AT_LEAST + "0s" + Syntax.AT_MOST + "1m" + Syntax.END,
      message = "must be from 0s to 1m")
  @Pattern(Syntax.DURATION)
  @Size(min = 2, max = 24)
  @Default("100ms")
  private String maxDelay;

  public Boolean getEnabled() {
    return enabled;
  }

  public void setEnabled(Boolean enabled) {
    this.enabled = enabled;
  }

  public Integer getMaxRecords() {
    return maxRecords;
  }

  public void setMaxRecords(Integer maxRecords) {
    this.maxRecords = maxRecords;
  }

  public String getMaxBytes() {
    return maxBytes;
  }

  public void setMaxBytes(String maxBytes) {
    this.maxBytes = maxBytes;
  }

  public String getMaxDelay() {
    return maxDelay;
  }

  public void setMaxDelay(String maxDelay) {
    this.maxDelay = maxDelay;
  }
}
