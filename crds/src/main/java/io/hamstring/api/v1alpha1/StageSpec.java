package io.hamstring.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.crd.generator.annotation.PreserveUnknownFields;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;

/** One step of the pipeline: a fleet of equal workers. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
@ValidationRule(
    value = "!has(self.replicas) || !has(self.autoscaling)",
    message = "give either replicas or autoscaling, not both")
@ValidationRule(
    value = "self.type != 'custom' || has(self.processor)",
    message = "type custom needs processor.className or processor.container")
@ValidationRule(
    value =
        "self.type in ['logserver', 'monitoring'] || (has(self.inputs) && "
            + "((has(self.inputs.stages) && size(self.inputs.stages) > 0) "
            + "|| (has(self.inputs.topics) && size(self.inputs.topics) > "
            + "0)))",
    message =
        "a stage needs inputs.stages or inputs.topics; only a logserver and monitoring have a"
            + " default")
@ValidationRule(
    value =
        "!has(self.onPoison) || !has(self.onPoison.deadLetterTopic) "
            + "|| !has(self.inputs) || !has(self.inputs.topics) || "
            + "!(self.onPoison.deadLetterTopic in self.inputs.topics)",
    message =
        "onPoison.deadLetterTopic must not be one of inputs.topics: "
            + "poison would come back for ever")
public class StageSpec {

  @JsonPropertyDescription(
      "Name of the stage, one of its kind in the pipeline; part of object " + "names and ids.")
  @Required
  @Pattern(Syntax.STAGE_NAME)
  @Size(min = 1, max = 40)
  private String name;

  @JsonPropertyDescription(
      "What the stage does: one of HAMSTRING's six built-ins; monitoring, which writes monitoring"
          + " rows to spec.monitoring.clickhouse; or custom, which runs your own code.")
  @Required
  private StageType type;

  @JsonPropertyDescription(
      "Name of the stage inside topic names, when it is no legal "
          + "Kubernetes name, such as RF-dga_detector. Left out, the name of "
          + "the stage.")
  @Pattern(Syntax.TOPIC)
  @Size(min = 1, max = 200)
  private String topicName;

  @JsonPropertyDescription(
      "Consumer group in place of "
          + "hamstring_<namespace>_<pipeline>_<stage>, to go on from the "
          + "offsets of another system.")
  @Pattern(Syntax.GROUP)
  @Size(min = 1, max = 255)
  private String group;

  @JsonPropertyDescription(
      "What the stage reads. Every stage but a logserver and monitoring needs at least one.")
  private InputsSpec inputs;

  @JsonPropertyDescription(
      "What the stage writes beside the topics of the stages that read " + "it.")
  private OutputsSpec outputs;

  @JsonPropertyDescription(
      "Your own code in place of the built-in of the type; type custom " + "needs it.")
  private ProcessorSpec processor;

  @JsonPropertyDescription("Settings of the type itself, checked by it.")
  @PreserveUnknownFields
  private JsonNode config;

  @JsonPropertyDescription(
      "Workers. Leave it and autoscaling out to let a "
          + "HorizontalPodAutoscaler or a person decide.")
  @Min(0)
  @Max(1000)
  private Integer replicas;

  @JsonPropertyDescription("Workers by load, in place of replicas.")
  private AutoscalingSpec autoscaling;

  @JsonPropertyDescription(
      "Warm workers beyond replicas, of which one takes over in tenths of a second after a death is "
          + "reported. groupProtocol consumer only: on classic a join would refuse the commits of "
          + "those that go on.")
  @Default("0")
  @Min(0)
  @Max(100)
  private Integer standby;

  @JsonPropertyDescription(
      "Batches that one worker works on at a time, each of another " + "partition.")
  @Default("1")
  @Min(1)
  @Max(1024)
  private Integer concurrency;

  @JsonPropertyDescription("What becomes of a record that fails however often it is worked on.")
  @Default("{}")
  private PoisonSpec onPoison;

  @JsonPropertyDescription("Overrides of the worker pods.")
  private WorkerTemplate template;

  public String getName() {
    return name;
  }

  public void setName(String name) {
    this.name = name;
  }

  public StageType getType() {
    return type;
  }

  public void setType(StageType type) {
    this.type = type;
  }

  public String getTopicName() {
    return topicName;
  }

  public void setTopicName(String topicName) {
    this.topicName = topicName;
  }

  public String getGroup() {
    return group;
  }

  public void setGroup(String group) {
    this.group = group;
  }

  public InputsSpec getInputs() {
    return inputs;
  }

  public void setInputs(InputsSpec inputs) {
    this.inputs = inputs;
  }

  public OutputsSpec getOutputs() {
    return outputs;
  }

  public void setOutputs(OutputsSpec outputs) {
    this.outputs = outputs;
  }

  public ProcessorSpec getProcessor() {
    return processor;
  }

  public void setProcessor(ProcessorSpec processor) {
    this.processor = processor;
  }

  public JsonNode getConfig() {
    return config;
  }

  public void setConfig(JsonNode config) {
    this.config = config;
  }

  public Integer getReplicas() {
    return replicas;
  }

  public void setReplicas(Integer replicas) {
    this.replicas = replicas;
  }

  public AutoscalingSpec getAutoscaling() {
    return autoscaling;
  }

  public void setAutoscaling(AutoscalingSpec autoscaling) {
    this.autoscaling = autoscaling;
  }

  public Integer getStandby() {
    return standby;
  }

  public void setStandby(Integer standby) {
    this.standby = standby;
  }

  public Integer getConcurrency() {
    return concurrency;
  }

  public void setConcurrency(Integer concurrency) {
    this.concurrency = concurrency;
  }

  public PoisonSpec getOnPoison() {
    return onPoison;
  }

  public void setOnPoison(PoisonSpec onPoison) {
    this.onPoison = onPoison;
  }

  public WorkerTemplate getTemplate() {
    return template;
  }

  public void setTemplate(WorkerTemplate template) {
    this.template = template;
  }
}
