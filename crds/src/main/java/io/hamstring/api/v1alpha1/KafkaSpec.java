package io.hamstring.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.crd.generator.annotation.PreserveUnknownFields;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;

/** How the pipeline reaches Kafka, and which topics it finds there. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
@ValidationRule(
    value =
        "has(self.tls) || ((!has(self.authentication) || self.authentication.type != 'tls') && "
            + "(!has(self.admin) || !has(self.admin.authentication) || "
            + "self.admin.authentication.type != 'tls'))",
    message = "authentication of type tls needs tls; tls: {} trusts what Java trusts")
public class KafkaSpec {

  @JsonPropertyDescription(
      "Addresses by which the cluster is first reached: host:port, "
          + "several separated by commas.")
  @Required
  @Pattern(Syntax.BOOTSTRAP)
  @Size(min = 3, max = 2048)
  private String bootstrapServers;

  @JsonPropertyDescription(
      "Group protocol of the workers: consumer (KIP-848, brokers 4.0 and "
          + "newer) or classic (brokers 3.9 and newer).")
  @Default("consumer")
  private GroupProtocol groupProtocol;

  @JsonPropertyDescription(
      "Where a stage that has committed nothing yet begins: at the "
          + "earliest record, at the latest, or none, which makes the workers "
          + "wait and report it. Partitions added later and records lost to "
          + "retention are not affected.")
  @Default("earliest")
  private AutoOffsetReset autoOffsetReset;

  @JsonPropertyDescription(
      "Encrypts the connection to the brokers. Left out, the connection is plain text; empty, as "
          + "in tls: {}, the certificate authorities that Java trusts by default count.")
  private TlsSpec tls;

  @JsonPropertyDescription(
      "Credentials of the workers, and of the operator unless admin gives it others. Left out, "
          + "nobody asks who they are.")
  private AuthenticationSpec authentication;

  @JsonPropertyDescription(
      "Lets workers read from brokers of their own zone. Left out, they read from the leaders.")
  private RackSpec rack;

  @JsonPropertyDescription("What only the operator uses.")
  private AdminSpec admin;

  @JsonPropertyDescription("How the topics of the pipeline are created.")
  @Default("{}")
  private TopicsSpec topics;

  @JsonPropertyDescription(
      "Further consumer settings as Kafka names them, such as "
          + "fetch.max.wait.ms. Settings that exactly-once delivery rests on, and those that tls "
          + "and authentication make, are refused by name. Numbers and truth values need no quotes.")
  @PreserveUnknownFields
  private JsonNode consumerConfig;

  @JsonPropertyDescription(
      "Further producer settings as Kafka names them, such as "
          + "compression.type. Settings that exactly-once delivery rests on, and those that tls "
          + "and authentication make, are refused by name. Numbers and truth values need no quotes.")
  @PreserveUnknownFields
  private JsonNode producerConfig;

  public String getBootstrapServers() {
    return bootstrapServers;
  }

  public void setBootstrapServers(String bootstrapServers) {
    this.bootstrapServers = bootstrapServers;
  }

  public GroupProtocol getGroupProtocol() {
    return groupProtocol;
  }

  public void setGroupProtocol(GroupProtocol groupProtocol) {
    this.groupProtocol = groupProtocol;
  }

  public AutoOffsetReset getAutoOffsetReset() {
    return autoOffsetReset;
  }

  public void setAutoOffsetReset(AutoOffsetReset autoOffsetReset) {
    this.autoOffsetReset = autoOffsetReset;
  }

  public TlsSpec getTls() {
    return tls;
  }

  public void setTls(TlsSpec tls) {
    this.tls = tls;
  }

  public AuthenticationSpec getAuthentication() {
    return authentication;
  }

  public void setAuthentication(AuthenticationSpec authentication) {
    this.authentication = authentication;
  }

  public RackSpec getRack() {
    return rack;
  }

  public void setRack(RackSpec rack) {
    this.rack = rack;
  }

  public AdminSpec getAdmin() {
    return admin;
  }

  public void setAdmin(AdminSpec admin) {
    this.admin = admin;
  }

  public TopicsSpec getTopics() {
    return topics;
  }

  public void setTopics(TopicsSpec topics) {
    this.topics = topics;
  }

  public JsonNode getConsumerConfig() {
    return consumerConfig;
  }

  public void setConsumerConfig(JsonNode consumerConfig) {
    this.consumerConfig = consumerConfig;
  }

  public JsonNode getProducerConfig() {
    return producerConfig;
  }

  public void setProducerConfig(JsonNode producerConfig) {
    this.producerConfig = producerConfig;
  }
}
