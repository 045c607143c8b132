package io.hamstring.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;

/** Bounds on time. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
@ValidationRule(
    value =
        "!has(self.message) || !has(self.transaction) || "
            + "duration(self.message) < duration(self.transaction)",
    message =
        "message must be shorter than transaction: a record that is "
            + "still being sent when the brokers abort its transaction is "
            + "sent in vain")
@ValidationRule(
    value =
        "!has(self.transactionApi) || !has(self.maxPollInterval) || "
            + "duration(self.transactionApi) < "
            + "duration(self.maxPollInterval)",
    message =
        "transactionApi must be shorter than maxPollInterval: a "
            + "commit that waits for longer costs the membership")
public class TimeoutsSpec {

  @JsonPropertyDescription(
      "A batch in work for longer is given up and its records are worked "
          + "on again (HAMSTRING: max_poll_interval_ms).")
  @ValidationRule(
      value = Syntax.AT_LEAST + "1s" + Syntax.AT_MOST + "24h" + Syntax.END,
      message = "must be from 1s to 24h")
  @Pattern(Syntax.DURATION)
  @Size(min = 2, max = 24)
  @Default("5m")
  private String maxPollInterval;

  @JsonPropertyDescription(
      "Silence after which the group gives a worker up. Used by "
          + "groupProtocol classic only; for consumer the brokers decide.")
  @ValidationRule(
      value = Syntax.AT_LEAST + "1s" + Syntax.AT_MOST + "30m" + Syntax.END,
      message = "must be from 1s to 30m")
  @Pattern(Syntax.DURATION)
  @Size(min = 2, max = 24)
  @Default("45s")
  private String session;

  @JsonPropertyDescription(
      "The brokers abort a transaction that is open for longer "
          + "(transaction.timeout.ms). At most what transaction.max.timeout.ms "
          + "of the brokers allows, 15m by default.")
  @ValidationRule(
      value = Syntax.AT_LEAST + "1s" + Syntax.AT_MOST + "15m" + Syntax.END,
      message = "must be from 1s to 15m")
  @Pattern(Syntax.DURATION)
  @Size(min = 2, max = 24)
  @Default("30s")
  private String transaction;

  @JsonPropertyDescription(
      "Bound on each transactional call (HAMSTRING: "
          + "transaction_api_timeout_seconds; max.block.ms).")
  @ValidationRule(
      value = Syntax.AT_LEAST + "100ms" + Syntax.AT_MOST + "15m" + Syntax.END,
      message = "must be from 100ms to 15m")
  @Pattern(Syntax.DURATION)
  @Size(min = 2, max = 24)
  @Default("15s")
  private String transactionApi;

  @JsonPropertyDescription(
      "Bound on the delivery of one record (HAMSTRING: "
          + "message_timeout_ms; delivery.timeout.ms). Shorter than "
          + "transaction.")
  @ValidationRule(
      value = Syntax.AT_LEAST + "100ms" + Syntax.AT_MOST + "15m" + Syntax.END,
      message = "must be from 100ms to 15m")
  @Pattern(Syntax.DURATION)
  @Size(min = 2, max = 24)
  @Default("20s")
  private String message;

  @JsonPropertyDescription(
      "Bound on repeating a plain commit that failed for a passing reason "
          + "(HAMSTRING: commit_retry_timeout_seconds).")
  @ValidationRule(
      value = Syntax.AT_LEAST + "0s" + Syntax.AT_MOST + "1h" + Syntax.END,
      message = "must be from 0s to 1h")
  @Pattern(Syntax.DURATION)
  @Size(min = 2, max = 24)
  @Default("30s")
  private String commitRetry;

  @JsonPropertyDescription(
      "Time a worker has after SIGTERM to finish and commit what it works " + "on.")
  @ValidationRule(
      value = Syntax.AT_LEAST + "1s" + Syntax.AT_MOST + "1h" + Syntax.END,
      message = "must be from 1s to 1h")
  @Pattern(Syntax.DURATION)
  @Size(min = 2, max = 24)
  @Default("30s")
  private String shutdown;

  public String getMaxPollInterval() {
    return maxPollInterval;
  }

  public void setMaxPollInterval(String maxPollInterval) {
    this.maxPollInterval = maxPollInterval;
  }

  public String getSession() {
    return session;
  }

  public void setSession(String session) {
    this.session = session;
  }

  public String getTransaction() {
    return transaction;
  }

  public void setTransaction(String transaction) {
    this.transaction = transaction;
  }

  public String getTransactionApi() {
    return transactionApi;
  }

  public void setTransactionApi(String transactionApi) {
    this.transactionApi = transactionApi;
  }

  public String getMessage() {
    return message;
  }

  public void setMessage(String message) {
    this.message = message;
  }

  public String getCommitRetry() {
    return commitRetry;
  }

  public void setCommitRetry(String commitRetry) {
    this.commitRetry = commitRetry;
  }

  public String getShutdown() {
    return shutdown;
  }

  public void setShutdown(String shutdown) {
    this.shutdown = shutdown;
  }
}
