package io.hamstring.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;

/** Traces that make an audit of every record possible. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public class AuditSpec {

  @JsonPropertyDescription(
      "Whether every output carries, in the header hamstring-record-id, "
          + "the ids of the records it was made from.")
  @Default("false")
  private Boolean recordIds;

  @JsonPropertyDescription(
      "Topic that takes the ids of records that ended without an output, "
          + "with the rule that decided. Left out, none are written.")
  @Pattern(Syntax.TOPIC)
  @Size(min = 1, max = 249)
  private String topic;

  public Boolean getRecordIds() {
    return recordIds;
  }

  public void setRecordIds(Boolean recordIds) {
    this.recordIds = recordIds;
  }

  public String getTopic() {
    return topic;
  }

  public void setTopic(String topic) {
    this.topic = topic;
  }
}
