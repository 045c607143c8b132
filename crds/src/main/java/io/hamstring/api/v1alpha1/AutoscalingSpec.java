package io.hamstring.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;

/** Workers by load, within what the partitions can use. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
@ValidationRule(
    value = "!has(self.minReplicas) || self.minReplicas <= " + "self.maxReplicas",
    message = "minReplicas must not be above maxReplicas")
public class AutoscalingSpec {

  @JsonPropertyDescription("Workers, at least.")
  @Default("1")
  @Min(1)
  @Max(1000)
  private Integer minReplicas;

  @JsonPropertyDescription(
      "Workers, at most; more than the partitions of the inputs are never " + "started.")
  @Required
  @Min(1)
  @Max(1000)
  private Integer maxReplicas;

  @JsonPropertyDescription("Time in which the present lag is to be worked off.")
  @ValidationRule(
      value = Syntax.AT_LEAST + "1s" + Syntax.AT_MOST + "24h" + Syntax.END,
      message = "must be from 1s to 24h")
  @Pattern(Syntax.DURATION)
  @Size(min = 2, max = 24)
  @Default("60s")
  private String targetDrain;

  @JsonPropertyDescription(
      "Whether decisions are only shown in status.stages[].scaling; whoever else scales the "
          + "Deployment decides meanwhile.")
  @Default("false")
  private Boolean dryRun;

  public Boolean getDryRun() {
    return dryRun;
  }

  public void setDryRun(Boolean dryRun) {
    this.dryRun = dryRun;
  }

  public Integer getMinReplicas() {
    return minReplicas;
  }

  public void setMinReplicas(Integer minReplicas) {
    this.minReplicas = minReplicas;
  }

  public Integer getMaxReplicas() {
    return maxReplicas;
  }

  public void setMaxReplicas(Integer maxReplicas) {
    this.maxReplicas = maxReplicas;
  }

  public String getTargetDrain() {
    return targetDrain;
  }

  public void setTargetDrain(String targetDrain) {
    this.targetDrain = targetDrain;
  }
}
