package io.hamstring.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;

/** What a pipeline is to be. */
@JsonDeserialize(using = SpecJson.Reader.class)
@JsonSerialize(using = SpecJson.Writer.class)
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
@ValidationRule(
    value = "self.stages.all(s, self.stages.exists_one(t, t.name == " + "s.name))",
    message = "every stage needs a name of its own")
@ValidationRule(
    value =
        "!has(self.kafka.groupProtocol) || self.kafka.groupProtocol "
            + "!= 'classic' || self.stages.all(s, !has(s.standby) || "
            + "s.standby == 0)",
    message = "standby needs kafka.groupProtocol consumer")
@ValidationRule(
    value =
        "has(self.monitoring) && has(self.monitoring.clickhouse) || "
            + "self.stages.all(s, !has(s.type) || s.type != 'monitoring')",
    message = "type monitoring needs spec.monitoring.clickhouse")
public class HamstringPipelineSpec {

  @JsonPropertyDescription("Stops all workers, leaves everything else as it is.")
  @Default("false")
  private Boolean suspend;

  @JsonPropertyDescription("How the pipeline reaches Kafka, and which topics it finds there.")
  @Required
  private KafkaSpec kafka;

  @JsonPropertyDescription(
      "Bounds on time. All durations are written with units h, m, s, ms, "
          + "in this order, such as 50ms, 30s, 5m or 1h30m.")
  @Default("{}")
  private TimeoutsSpec timeouts;

  @JsonPropertyDescription(
      "Bounds of the batches in which records are worked on (HAMSTRING: "
          + "kafka_transaction_batch).")
  @Default("{}")
  private BatchSpec batch;

  @JsonPropertyDescription("The steps of the pipeline. Each is a fleet of workers of its own.")
  @Required
  @Size(min = 1, max = 64)
  private List<StageSpec> stages;

  @JsonPropertyDescription("Where HAMSTRING's monitoring rows go.")
  private MonitoringSpec monitoring;

  @JsonPropertyDescription("When a symptom becomes a condition.")
  @Default("{}")
  private AlertsSpec alerts;

  @JsonPropertyDescription("How the operator treats dead and frozen workers.")
  @Default("{}")
  private GuardSpec guard;

  @JsonPropertyDescription(
      "Traces that make an audit of every record possible; off by " + "default.")
  @Default("{}")
  private AuditSpec audit;

  public Boolean getSuspend() {
    return suspend;
  }

  public void setSuspend(Boolean suspend) {
    this.suspend = suspend;
  }

  public KafkaSpec getKafka() {
    return kafka;
  }

  public void setKafka(KafkaSpec kafka) {
    this.kafka = kafka;
  }

  public TimeoutsSpec getTimeouts() {
    return timeouts;
  }

  public void setTimeouts(TimeoutsSpec timeouts) {
    this.timeouts = timeouts;
  }

  public BatchSpec getBatch() {
    return batch;
  }

  public void setBatch(BatchSpec batch) {
    this.batch = batch;
  }

  public List<StageSpec> getStages() {
    return stages;
  }

  public void setStages(List<StageSpec> stages) {
    this.stages = stages;
  }

  public MonitoringSpec getMonitoring() {
    return monitoring;
  }

  public void setMonitoring(MonitoringSpec monitoring) {
    this.monitoring = monitoring;
  }

  public AlertsSpec getAlerts() {
    return alerts;
  }

  public void setAlerts(AlertsSpec alerts) {
    this.alerts = alerts;
  }

  public GuardSpec getGuard() {
    return guard;
  }

  public void setGuard(GuardSpec guard) {
    this.guard = guard;
  }

  public AuditSpec getAudit() {
    return audit;
  }

  public void setAudit(AuditSpec audit) {
    this.audit = audit;
  }

  @JsonIgnore private transient JsonNode written;
  @JsonIgnore private transient JsonNode understood;

  /**
   * The spec as JSON: as it was written, with the fields that these types do not know or could not
   * parse, as long as nobody has changed the object since; else what the object says.
   */
  public JsonNode tree() {
    var now = SpecJson.understood(this);
    return written != null && now.equals(understood) ? written.deepCopy() : now;
  }

  void remember(JsonNode asWritten, JsonNode asUnderstood) {
    if (!asWritten.equals(asUnderstood)) {
      written = asWritten;
      understood = asUnderstood;
    }
  }
}
