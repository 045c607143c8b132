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
import java.util.Map;

/**
 * Bounds of batches, by level. Topics win over stage names, those over full names, those over
 * types, those over the global values, field by field.
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public class BatchSpec {

  @JsonPropertyDescription(
      "Kafka records in a batch, at most, where no other level says " + "otherwise.")
  @Default("50")
  @Min(1)
  @Max(100000)
  private Integer size;

  @JsonPropertyDescription(
      "Time since the first record of a batch after which it is closed, "
          + "full or not, where no other level says otherwise.")
  @ValidationRule(
      value = Syntax.AT_LEAST + "0s" + Syntax.AT_MOST + "1h" + Syntax.END,
      message = "must be from 0s to 1h")
  @Pattern(Syntax.DURATION)
  @Size(min = 2, max = 24)
  @Default("50ms")
  private String timeout;

  @JsonPropertyDescription(
      "Bounds by stage: the key is a type (detector), HAMSTRING's full "
          + "name (data_analysis.detector; wins over the type) or the name of a "
          + "stage of this pipeline (wins over both). Replaces the default, "
          + "detector 10 and alerter 25, as a whole.")
  @Size(max = 64)
  @Default("{\"detector\":{\"size\":10},\"alerter\":{\"size\":25}}")
  private Map<String, BatchBounds> stages;

  @JsonPropertyDescription(
      "Bounds by full name of an input topic; win over stages. Of several "
          + "input topics the smallest size and the smallest timeout count.")
  @Size(max = 128)
  private Map<String, BatchBounds> topics;

  @JsonPropertyDescription("How much finished work one transaction takes.")
  @Default("{}")
  private GroupCommitSpec groupCommit;

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

  public Map<String, BatchBounds> getStages() {
    return stages;
  }

  public void setStages(Map<String, BatchBounds> stages) {
    this.stages = stages;
  }

  public Map<String, BatchBounds> getTopics() {
    return topics;
  }

  public void setTopics(Map<String, BatchBounds> topics) {
    this.topics = topics;
  }

  public GroupCommitSpec getGroupCommit() {
    return groupCommit;
  }

  public void setGroupCommit(GroupCommitSpec groupCommit) {
    this.groupCommit = groupCommit;
  }
}
