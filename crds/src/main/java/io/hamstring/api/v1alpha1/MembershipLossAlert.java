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

/** How many lost memberships are too many. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public class MembershipLossAlert {

  @JsonPropertyDescription(
      "Lost memberships of a stage within the window that raise " + "RepeatedMembershipLoss.")
  @Default("3")
  @Min(1)
  @Max(1000)
  private Integer count;

  @JsonPropertyDescription("The window.")
  @ValidationRule(
      value = Syntax.AT_LEAST + "10s" + Syntax.AT_MOST + "24h" + Syntax.END,
      message = "must be from 10s to 24h")
  @Pattern(Syntax.DURATION)
  @Size(min = 2, max = 24)
  @Default("10m")
  private String window;

  public Integer getCount() {
    return count;
  }

  public void setCount(Integer count) {
    this.count = count;
  }

  public String getWindow() {
    return window;
  }

  public void setWindow(String window) {
    this.window = window;
  }
}
