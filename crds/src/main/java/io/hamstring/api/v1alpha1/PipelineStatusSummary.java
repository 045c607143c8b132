package io.hamstring.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** The pipeline in one line. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public class PipelineStatusSummary {

  @JsonPropertyDescription("Stages whose workers are all ready, of all stages, such as 6/6.")
  private String stages;

  @JsonPropertyDescription("Ready workers of wanted workers over all stages, standbys apart.")
  private String workers;

  @JsonPropertyDescription(
      "Ready standbys of wanted standbys over all stages; left out without any.")
  private String standby;

  @JsonPropertyDescription(
      "Records that are still to be worked on, over all stages; left out " + "while unknown.")
  private Long lag;

  @JsonPropertyDescription(
      "Conditions that are on alert, worst first, separated by commas; "
          + "empty when there is none.")
  private String symptoms;

  public String getStages() {
    return stages;
  }

  public void setStages(String stages) {
    this.stages = stages;
  }

  public String getWorkers() {
    return workers;
  }

  public void setWorkers(String workers) {
    this.workers = workers;
  }

  public String getStandby() {
    return standby;
  }

  public void setStandby(String standby) {
    this.standby = standby;
  }

  public Long getLag() {
    return lag;
  }

  public void setLag(Long lag) {
    this.lag = lag;
  }

  public String getSymptoms() {
    return symptoms;
  }

  public void setSymptoms(String symptoms) {
    this.symptoms = symptoms;
  }
}
