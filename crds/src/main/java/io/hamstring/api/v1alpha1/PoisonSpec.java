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

/** What becomes of a record that fails however often it is worked on. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
@ValidationRule(
    value = "!has(self.deadLetterTopic) || !has(self.then) || self.then " + "== 'stop'",
    message = "then: skip is for stages without a dead-letter topic; leave " + "out one of the two")
public class PoisonSpec {

  @JsonPropertyDescription("Tries before a record counts as poison.")
  @Default("3")
  @Min(1)
  @Max(1000)
  private Integer maxAttempts;

  @JsonPropertyDescription(
      "Topic that takes poison records, in the transaction that skips "
          + "them. Created like the others.")
  @Pattern(Syntax.TOPIC)
  @Size(min = 1, max = 249)
  private String deadLetterTopic;

  @JsonPropertyDescription(
      "What happens when there is no dead-letter topic: stop holds the "
          + "partition until a person decides; skip counts, logs and goes on.")
  @Default("stop")
  private AfterPoison then;

  public Integer getMaxAttempts() {
    return maxAttempts;
  }

  public void setMaxAttempts(Integer maxAttempts) {
    this.maxAttempts = maxAttempts;
  }

  public String getDeadLetterTopic() {
    return deadLetterTopic;
  }

  public void setDeadLetterTopic(String deadLetterTopic) {
    this.deadLetterTopic = deadLetterTopic;
  }

  public AfterPoison getThen() {
    return then;
  }

  public void setThen(AfterPoison then) {
    this.then = then;
  }
}
