package io.hamstring.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** What a stage writes beside the topics of the stages that read it. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public class OutputsSpec {

  @JsonPropertyDescription(
      "Full names of further topics to write. An alerter without outputs "
          + "writes hamstring_alerts.")
  @Size(max = 32)
  private List<@Pattern(Syntax.TOPIC) @Size(min = 1, max = 249) String> topics;

  public List<String> getTopics() {
    return topics;
  }

  public void setTopics(List<String> topics) {
    this.topics = topics;
  }
}
