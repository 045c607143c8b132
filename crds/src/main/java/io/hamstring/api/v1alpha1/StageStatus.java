package io.hamstring.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import java.util.List;

/** What is known of one stage; figures are at most a minute old. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public class StageStatus {

  @JsonPropertyDescription("Name of the stage.")
  @Required
  private String name;

  @JsonPropertyDescription(
      "Ready workers of wanted workers, such as 2/2; standbys are not among them.")
  private String workers;

  @JsonPropertyDescription("Ready standbys of wanted standbys, such as 1/1; left out without any.")
  private String standby;

  @JsonPropertyDescription(
      "What each worker of a stage with standbys is: active, joining (told to, and not yet in the "
          + "group), standby, or waiting for a first word.")
  private List<WorkerRoleStatus> roles;

  @JsonPropertyDescription("Consumer group of the stage.")
  private String group;

  @JsonPropertyDescription("Topics that the stage reads.")
  private List<String> topics;

  @JsonPropertyDescription("Partitions of those topics.")
  private Integer partitions;

  @JsonPropertyDescription(
      "Records that are still to be worked on: last stable offset less "
          + "effective position, over all partitions; left out while unknown.")
  private Long lag;

  @JsonPropertyDescription("How long the oldest of them has been waiting.")
  private String lagAge;

  @JsonPropertyDescription("The latest recovery of a worker of the stage.")
  private RecoveryStatus lastRecovery;

  @JsonPropertyDescription("The latest decision of the scaler.")
  private ScalingStatus scaling;

  public String getName() {
    return name;
  }

  public void setName(String name) {
    this.name = name;
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

  public List<WorkerRoleStatus> getRoles() {
    return roles;
  }

  public void setRoles(List<WorkerRoleStatus> roles) {
    this.roles = roles;
  }

  public String getGroup() {
    return group;
  }

  public void setGroup(String group) {
    this.group = group;
  }

  public List<String> getTopics() {
    return topics;
  }

  public void setTopics(List<String> topics) {
    this.topics = topics;
  }

  public Integer getPartitions() {
    return partitions;
  }

  public void setPartitions(Integer partitions) {
    this.partitions = partitions;
  }

  public Long getLag() {
    return lag;
  }

  public void setLag(Long lag) {
    this.lag = lag;
  }

  public String getLagAge() {
    return lagAge;
  }

  public void setLagAge(String lagAge) {
    this.lagAge = lagAge;
  }

  public RecoveryStatus getLastRecovery() {
    return lastRecovery;
  }

  public void setLastRecovery(RecoveryStatus lastRecovery) {
    this.lastRecovery = lastRecovery;
  }

  public ScalingStatus getScaling() {
    return scaling;
  }

  public void setScaling(ScalingStatus scaling) {
    this.scaling = scaling;
  }
}
