package io.hamstring.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;

/** When a symptom becomes a condition. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public class AlertsSpec {

  @JsonPropertyDescription("How many lost memberships raise RepeatedMembershipLoss.")
  @Default("{}")
  private MembershipLossAlert membershipLoss;

  @JsonPropertyDescription(
      "Time without a committed transaction, while input arrives, that "
          + "raises InputWithoutOutput.")
  @ValidationRule(
      value = Syntax.AT_LEAST + "10s" + Syntax.AT_MOST + "24h" + Syntax.END,
      message = "must be from 10s to 24h")
  @Pattern(Syntax.DURATION)
  @Size(min = 2, max = 24)
  @Default("5m")
  private String outputSilence;

  @JsonPropertyDescription(
      "Time over which lag must grow while transactions are aborted to "
          + "raise AbortsWhileLagGrows.")
  @ValidationRule(
      value = Syntax.AT_LEAST + "10s" + Syntax.AT_MOST + "24h" + Syntax.END,
      message = "must be from 10s to 24h")
  @Pattern(Syntax.DURATION)
  @Size(min = 2, max = 24)
  @Default("5m")
  private String lagGrowthWindow;

  @JsonPropertyDescription(
      "Time for which an open transaction may hold readers up before "
          + "BlockedByTransaction is raised.")
  @ValidationRule(
      value = Syntax.AT_LEAST + "10s" + Syntax.AT_MOST + "24h" + Syntax.END,
      message = "must be from 10s to 24h")
  @Pattern(Syntax.DURATION)
  @Size(min = 2, max = 24)
  @Default("15m")
  private String hangingTransaction;

  public MembershipLossAlert getMembershipLoss() {
    return membershipLoss;
  }

  public void setMembershipLoss(MembershipLossAlert membershipLoss) {
    this.membershipLoss = membershipLoss;
  }

  public String getOutputSilence() {
    return outputSilence;
  }

  public void setOutputSilence(String outputSilence) {
    this.outputSilence = outputSilence;
  }

  public String getLagGrowthWindow() {
    return lagGrowthWindow;
  }

  public void setLagGrowthWindow(String lagGrowthWindow) {
    this.lagGrowthWindow = lagGrowthWindow;
  }

  public String getHangingTransaction() {
    return hangingTransaction;
  }

  public void setHangingTransaction(String hangingTransaction) {
    this.hangingTransaction = hangingTransaction;
  }
}
