package io.hamstring.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.crd.generator.annotation.PreserveUnknownFields;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;

/** How the topics of the pipeline are created. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public class TopicsSpec {

  @JsonPropertyDescription(
      "Whether the operator creates missing topics and adds missing "
          + "partitions. Topics are never shrunk or deleted.")
  @Default("true")
  private Boolean create;

  @JsonPropertyDescription(
      "Partitions per topic. More partitions than a topic has are added, "
          + "with a warning, because keys then map to other partitions.")
  @Default("6")
  @Min(1)
  @Max(10000)
  private Integer partitions;

  @JsonPropertyDescription("Copies of each partition, at most as many as there are brokers.")
  @Default("3")
  @Min(1)
  @Max(15)
  private Integer replicationFactor;

  @JsonPropertyDescription(
      "Topic settings as Kafka names them, such as retention.ms, applied "
          + "when a topic is created. Numbers and truth values need no quotes.")
  @PreserveUnknownFields
  private JsonNode config;

  public Boolean getCreate() {
    return create;
  }

  public void setCreate(Boolean create) {
    this.create = create;
  }

  public Integer getPartitions() {
    return partitions;
  }

  public void setPartitions(Integer partitions) {
    this.partitions = partitions;
  }

  public Integer getReplicationFactor() {
    return replicationFactor;
  }

  public void setReplicationFactor(Integer replicationFactor) {
    this.replicationFactor = replicationFactor;
  }

  public JsonNode getConfig() {
    return config;
  }

  public void setConfig(JsonNode config) {
    this.config = config;
  }
}
