package io.hamstring.operator.symptom;

/** Over {@code alerts.lagGrowthWindow} transactions were aborted and the lag grew. */
final class AbortsWhileLagGrows implements SymptomRule {

  @Override
  public SymptomType type() {
    return SymptomType.ABORTS_WHILE_LAG_GROWS;
  }

  @Override
  public Verdict in(Evidence evidence) {
    var window = evidence.window();
    var length = evidence.thresholds().lagGrowthWindow();
    var then = window.at(evidence.now().minus(length));
    var aborts = window.totals().minus(then.totals()).aborts();
    var lag = evidence.latest().lag().total();
    if (aborts < Thresholds.ABORTS || window.seen().compareTo(length) < 0) {
      return evidence.healthyIfHeard(type());
    }
    if (!lag.isKnown() || !then.lag().isKnown()) {
      return Verdict.unknown(
          "LagUnknown",
          "stage "
              + evidence.stage()
              + " aborted "
              + aborts
              + " transactions within "
              + Evidence.text(length)
              + ", and whether its lag grows is unknown");
    }
    return lag.value() > then.lag().value()
        ? Verdict.alert(
            "LagGrowsOverAborts",
            lag.value(),
            "stage "
                + evidence.stage()
                + " aborted "
                + aborts
                + " transactions within "
                + Evidence.text(length)
                + " while its lag grew from "
                + then.lag().value()
                + " to "
                + lag.value()
                + "; see the causes in status.stages and in the workers' recoveries")
        : evidence.healthyIfHeard(type());
  }
}
