package io.hamstring.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.crd.generator.annotation.PreserveUnknownFields;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;

/** What the operator sees of a pipeline. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public class HamstringPipelineStatus {

  @JsonPropertyDescription("Generation of the spec that this status speaks of.")
  private Long observedGeneration;

  @JsonPropertyDescription("The pipeline in one line, for kubectl get.")
  private PipelineStatusSummary summary;

  @JsonPropertyDescription("What is known of each stage.")
  private List<StageStatus> stages;

  @JsonPropertyDescription(
      "Ready, Progressing, SpecValid and one condition per symptom, which "
          + "is True when it is on alert, False when all is well and Unknown "
          + "without fresh evidence.")
  private List<Condition> conditions;

  @JsonPropertyDescription(
      "What a restarted operator must not forget; of no meaning to " + "others.")
  @PreserveUnknownFields
  private JsonNode memory;

  public Long getObservedGeneration() {
    return observedGeneration;
  }

  public void setObservedGeneration(Long observedGeneration) {
    this.observedGeneration = observedGeneration;
  }

  public PipelineStatusSummary getSummary() {
    return summary;
  }

  public void setSummary(PipelineStatusSummary summary) {
    this.summary = summary;
  }

  public List<StageStatus> getStages() {
    return stages;
  }

  public void setStages(List<StageStatus> stages) {
    this.stages = stages;
  }

  public List<Condition> getConditions() {
    return conditions;
  }

  public void setConditions(List<Condition> conditions) {
    this.conditions = conditions;
  }

  public JsonNode getMemory() {
    return memory;
  }

  public void setMemory(JsonNode memory) {
    this.memory = memory;
  }
}
