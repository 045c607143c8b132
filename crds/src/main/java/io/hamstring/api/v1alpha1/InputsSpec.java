package io.hamstring.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** What a stage reads. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public class InputsSpec {

  @JsonPropertyDescription(
      "Names of the stages of this pipeline whose outputs this stage "
          + "reads. The topic between them gets its name from HAMSTRING's "
          + "scheme.")
  @Size(max = 32)
  private List<@Pattern(Syntax.STAGE_NAME) @Size(min = 1, max = 40) String> stages;

  @JsonPropertyDescription(
      "Full names of further topics to read. A logserver without inputs "
          + "reads hamstring_input-dns.")
  @Size(max = 32)
  private List<@Pattern(Syntax.TOPIC) @Size(min = 1, max = 249) String> topics;

  public List<String> getStages() {
    return stages;
  }

  public void setStages(List<String> stages) {
    this.stages = stages;
  }

  public List<String> getTopics() {
    return topics;
  }

  public void setTopics(List<String> topics) {
    this.topics = topics;
  }
}
