package io.hamstring.operator.symptom;

import java.time.Duration;

/**
 * When evidence becomes a symptom.
 *
 * @param losses lost memberships within {@code lossWindow}
 * @param outputSilence without a commit while records wait
 * @param lagGrowthWindow over which lag grows while transactions are aborted
 * @param maxPollInterval of the workers
 * @param fresh how old a worker's last word may be
 */
public record Thresholds(
    int losses,
    Duration lossWindow,
    Duration outputSilence,
    Duration lagGrowthWindow,
    Duration maxPollInterval,
    Duration fresh) {

  /** How far back poison records count. */
  static final Duration POISON_WINDOW = Duration.ofMinutes(10);

  /** How far back lost records count; the condition holds an hour longer. */
  static final Duration DATA_LOSS_WINDOW = Duration.ofMinutes(10);

  /** Aborts within the growth window that are no accident. */
  static final int ABORTS = 3;

  /** How far back a stage's window must reach for these. */
  public Duration span() {
    var span = lossWindow;
    for (var window : new Duration[] {lagGrowthWindow, POISON_WINDOW, DATA_LOSS_WINDOW}) {
      span = window.compareTo(span) > 0 ? window : span;
    }
    return span;
  }
}
