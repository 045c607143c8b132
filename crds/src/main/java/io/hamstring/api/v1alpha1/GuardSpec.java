package io.hamstring.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;

/** How the operator treats dead and frozen workers. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public class GuardSpec {

  @JsonPropertyDescription(
      "Whether the operator fences and evicts dead workers, so that their "
          + "partitions are read again in seconds.")
  @Default("true")
  private Boolean enabled;

  @JsonPropertyDescription(
      "Silence after which a worker that is also unready and commits "
          + "nothing counts as frozen.")
  @ValidationRule(
      value = Syntax.AT_LEAST + "1s" + Syntax.AT_MOST + "1h" + Syntax.END,
      message = "must be from 1s to 1h")
  @Pattern(Syntax.DURATION)
  @Size(min = 2, max = 24)
  @Default("10s")
  private String unresponsiveAfter;

  @JsonPropertyDescription("Whether workers on a node that is lost are treated as dead.")
  @Default("false")
  private Boolean lostNodes;

  public Boolean getEnabled() {
    return enabled;
  }

  public void setEnabled(Boolean enabled) {
    this.enabled = enabled;
  }

  public String getUnresponsiveAfter() {
    return unresponsiveAfter;
  }

  public void setUnresponsiveAfter(String unresponsiveAfter) {
    this.unresponsiveAfter = unresponsiveAfter;
  }

  public Boolean getLostNodes() {
    return lostNodes;
  }

  public void setLostNodes(Boolean lostNodes) {
    this.lostNodes = lostNodes;
  }
}
