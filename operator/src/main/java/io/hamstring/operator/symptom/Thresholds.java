package io.hamstring.operator.symptom;

import java.time.Duration;

/**
 * When evidence becomes a symptom.
 *
 * @param losses lost memberships within {@code lossWindow}
 * @param outputSilence without a commit while records wait
 * @param lagGrowthWindow over which lag grows while transactions are aborted
 * @param hangingTransaction for which an open transaction may hold readers up
 * @param partitionStall after which neither a session nor a transaction that times out explains why
 *     one partition stands still
 * @param maxPollInterval of the workers
 * @param fresh how old a worker's last word may be
 * @param poisonWindow over which records that were set aside count
 * @param dataLossWindow over which lost records count; the condition holds longer
 */
public record Thresholds(
    int losses,
    Duration lossWindow,
    Duration outputSilence,
    Duration lagGrowthWindow,
    Duration hangingTransaction,
    Duration partitionStall,
    Duration maxPollInterval,
    Duration fresh,
    Duration poisonWindow,
    Duration dataLossWindow) {

  /** Aborts within the growth window that are no accident. */
  static final int ABORTS = 3;

  /** How far back a stage's window must reach for these. */
  public Duration span() {
    var span = lossWindow;
    for (var window : new Duration[] {lagGrowthWindow, poisonWindow, dataLossWindow}) {
      span = window.compareTo(span) > 0 ? window : span;
    }
    return span;
  }
}
