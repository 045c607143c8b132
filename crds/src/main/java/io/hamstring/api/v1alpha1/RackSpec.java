package io.hamstring.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** Where a worker's pod stands among the brokers. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public class RackSpec {

  @JsonPropertyDescription(
      "Label of the pod whose value becomes the consumer's client.rack, so that it reads from a "
          + "broker of its own zone where the brokers allow it; such as "
          + "topology.kubernetes.io/zone, which Kubernetes 1.35 and newer copy from the node to "
          + "each pod (1.33 and 1.34 with the feature gate PodTopologyLabelsAdmission). A pod "
          + "without the label has no rack.")
  @Required
  @Pattern(Syntax.LABEL_KEY)
  @Size(min = 1, max = 317)
  private String topologyKey;

  public String getTopologyKey() {
    return topologyKey;
  }

  public void setTopologyKey(String topologyKey) {
    this.topologyKey = topologyKey;
  }
}
