package io.hamstring.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;

/** Bounds of a batch; what is left out comes from the next level. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public class BatchBounds {

  @JsonPropertyDescription("Kafka records in a batch, at most.")
  @Min(1)
  @Max(100000)
  private Integer size;

  @JsonPropertyDescription(
      "Time since the first record of a batch after which it is closed, " + "full or not.")
  @ValidationRule(
      value = Syntax.AT_LEAST + "0s" + Syntax.AT_MOST + "1h" + Syntax.END,
      message = "must be from 0s to 1h")
  @Pattern(Syntax.DURATION)
  @Size(min = 2, max = 24)
  private String timeout;

  public Integer getSize() {
    return size;
  }

  public void setSize(Integer size) {
    this.size = size;
  }

  public String getTimeout() {
    return timeout;
  }

  public void setTimeout(String timeout) {
    this.timeout = timeout;
  }
}
