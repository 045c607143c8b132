package io.hamstring.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;

/** The ClickHouse server that takes the monitoring rows. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public class ClickHouseSpec {

  @JsonPropertyDescription(
      "Address of its HTTP interface, such as http://clickhouse-server:8123; https for TLS. It"
          + " holds no user and no password.")
  @Required
  @Pattern("^https?://[^\\s/@?#]+(/[^\\s?#]*)?$")
  @Size(min = 8, max = 2048)
  private String url;

  @JsonPropertyDescription(
      "Database that holds the tables; made when it is not there. One with HAMSTRING's own tables is"
          + " refused.")
  @Default("default")
  @Pattern("^[A-Za-z_][A-Za-z0-9_]*$")
  @Size(min = 1, max = 128)
  private String database;

  @JsonPropertyDescription("Name of a Secret with the keys username and password.")
  @Pattern(Syntax.OBJECT_NAME)
  @Size(min = 1, max = 253)
  private String credentialsSecret;

  @JsonPropertyDescription(
      "Certificates that sign the server's, for an https url. Left out, the certificate authorities"
          + " that Java trusts by default count.")
  @Size(max = 16)
  private List<CertificateSource> trustedCertificates;

  @JsonPropertyDescription("Bound on building a connection.")
  @ValidationRule(
      value = Syntax.AT_LEAST + "100ms" + Syntax.AT_MOST + "10m" + Syntax.END,
      message = "must be from 100ms to 10m")
  @Pattern(Syntax.DURATION)
  @Size(min = 2, max = 24)
  @Default("5s")
  private String connectTimeout;

  @JsonPropertyDescription("Bound on one insert.")
  @ValidationRule(
      value = Syntax.AT_LEAST + "100ms" + Syntax.AT_MOST + "10m" + Syntax.END,
      message = "must be from 100ms to 10m")
  @Pattern(Syntax.DURATION)
  @Size(min = 2, max = 24)
  @Default("15s")
  private String operationTimeout;

  @JsonPropertyDescription(
      "Rows per insert, at most. Every insert makes a part that ClickHouse has to merge: raise it"
          + " for thousands of rows a second.")
  @Default("50")
  @Min(1)
  @Max(100000)
  private Integer batchSize;

  @JsonPropertyDescription("Kafka records per batch of the sink, at most.")
  @Default("500")
  @Min(1)
  @Max(100000)
  private Integer kafkaBatchSize;

  public String getUrl() {
    return url;
  }

  public void setUrl(String url) {
    this.url = url;
  }

  public String getDatabase() {
    return database;
  }

  public void setDatabase(String database) {
    this.database = database;
  }

  public String getCredentialsSecret() {
    return credentialsSecret;
  }

  public void setCredentialsSecret(String credentialsSecret) {
    this.credentialsSecret = credentialsSecret;
  }

  public List<CertificateSource> getTrustedCertificates() {
    return trustedCertificates;
  }

  public void setTrustedCertificates(List<CertificateSource> trustedCertificates) {
    this.trustedCertificates = trustedCertificates;
  }

  public String getConnectTimeout() {
    return connectTimeout;
  }

  public void setConnectTimeout(String connectTimeout) {
    this.connectTimeout = connectTimeout;
  }

  public String getOperationTimeout() {
    return operationTimeout;
  }

  public void setOperationTimeout(String operationTimeout) {
    this.operationTimeout = operationTimeout;
  }

  public Integer getBatchSize() {
    return batchSize;
  }

  public void setBatchSize(Integer batchSize) {
    this.batchSize = batchSize;
  }

  public Integer getKafkaBatchSize() {
    return kafkaBatchSize;
  }

  public void setKafkaBatchSize(Integer kafkaBatchSize) {
    this.kafkaBatchSize = kafkaBatchSize;
  }
}
