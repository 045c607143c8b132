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
@ValidationRule(
    value =
        "!has(self.maxPollInterval) || "
            + "(duration(self.maxPollInterval) >= duration('1s') && "
            + "duration(self.maxPollInterval) <= duration('24h'))",
    message = "maxPollInterval must be from 1s to 24h")
@ValidationRule(
    value =
        "!has(self.session) || (duration(self.session) >= "
            + "duration('1s') && duration(self.session) <= duration('30m'))",
    message = "session must be from 1s to 30m")
@ValidationRule(
    value =
        "!has(self.transaction) || (duration(self.transaction) >= "
            + "duration('1s') && duration(self.transaction) <= "
            + "duration('15m'))",
    message = "transaction must be from 1s to 15m")
@ValidationRule(
    value =
        "!has(self.transactionApi) || (duration(self.transactionApi) "
            + ">= duration('1s') && duration(self.transactionApi) <= "
            + "duration('15m'))",
    message = "transactionApi must be from 1s to 15m")
@ValidationRule(
    value =
        "!has(self.message) || (duration(self.message) >= "
            + "duration('100ms') && duration(self.message) <= "
            + "duration('15m'))",
    message = "message must be from 100ms to 15m")
@ValidationRule(
    value =
        "!has(self.commitRetry) || (duration(self.commitRetry) >= "
            + "duration('0s') && duration(self.commitRetry) <= "
            + "duration('1h'))",
    message = "commitRetry must be from 0s to 1h")
@ValidationRule(
    value =
        "!has(self.shutdown) || (duration(self.shutdown) >= "
            + "duration('1s') && duration(self.shutdown) <= duration('1h'))",
    message = "shutdown must be from 1s to 1h")
@ValidationRule(
    value =
        "!has(self.transactionApi) || "
            + "duration(self.transactionApi).getMilliseconds() % 1000 == 0",
    message = "transactionApi must be whole seconds: HAMSTRING counts it in " + "seconds")
@ValidationRule(
    value =
        "!has(self.commitRetry) || " + "duration(self.commitRetry).getMilliseconds() % 1000 == 0",
    message = "commitRetry must be whole seconds: HAMSTRING counts it in " + "seconds")
public class TimeoutsSpec {

  @JsonPropertyDescription(
      "A batch in work for longer is given up and its records are worked "
          + "on again (HAMSTRING: max_poll_interval_ms).")
  @Pattern(Syntax.DURATION)
  @Size(min = 2, max = 24)
  @Default("5m")
  private String maxPollInterval;

  @JsonPropertyDescription(
      "Silence after which the group gives a worker up. Used by "
          + "groupProtocol classic only; for consumer the brokers decide.")
  @Pattern(Syntax.DURATION)
  @Size(min = 2, max = 24)
  @Default("45s")
  private String session;

  @JsonPropertyDescription(
      "The brokers abort a transaction that is open for longer "
          + "(transaction.timeout.ms). At most what transaction.max.timeout.ms "
          + "of the brokers allows, 15m by default.")
  @Pattern(Syntax.DURATION)
  @Size(min = 2, max = 24)
  @Default("30s")
  private String transaction;

  @JsonPropertyDescription(
      "Bound on each transactional call (HAMSTRING: "
          + "transaction_api_timeout_seconds; max.block.ms). Whole seconds.")
  @Pattern(Syntax.DURATION)
  @Size(min = 2, max = 24)
  @Default("15s")
  private String transactionApi;

  @JsonPropertyDescription(
      "Bound on the delivery of one record (HAMSTRING: "
          + "message_timeout_ms; delivery.timeout.ms). Shorter than "
          + "transaction.")
  @Pattern(Syntax.DURATION)
  @Size(min = 2, max = 24)
  @Default("20s")
  private String message;

  @JsonPropertyDescription(
      "Bound on repeating a plain commit that failed for a passing reason "
          + "(HAMSTRING: commit_retry_timeout_seconds). Whole seconds.")
  @Pattern(Syntax.DURATION)
  @Size(min = 2, max = 24)
  @Default("30s")
  private String commitRetry;

  @JsonPropertyDescription(
      "Time a worker has after SIGTERM to finish and commit what it works " + "on.")
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
