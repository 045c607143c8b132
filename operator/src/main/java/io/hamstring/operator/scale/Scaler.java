package io.hamstring.operator.scale;

import io.hamstring.operator.spec.Workers.Scaled;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/**
 * How many workers a stage should have: {@code (arriving + lag / targetDrain) / rate of one},
 * rounded up to even shares of the partitions. More at once, fewer only when fewer would have done
 * all of {@code patience}, the same while the fleet is unsettled or its lag is not known.
 *
 * @param patience before workers are taken away
 */
public record Scaler(Duration patience) {

  /** How much a new measurement of a worker's rate counts beside what was known. */
  private static final double NEWER = 0.5;

  /** Figures are told, and remembered, to so many digits: the rest is noise. */
  private static final double DIGITS = 1000;

  /** The decision after one more look at the load. */
  public ScaleState next(Scaled bounds, StageLoad load, ScaleState before, Instant now) {
    var state = known(load, before);
    if (bounds.clamped(state.replicas()) != state.replicas()) {
      var to = bounds.clamped(state.replicas());
      return state.changed(
          to, ScaleReason.BOUNDS, "from " + bounds.min() + " to " + bounds.max() + " workers", now);
    }
    if (!load.lag().isKnown()) {
      return state.held(
          ScaleReason.LAG_UNKNOWN,
          "lag is unknown (" + load.lag().unknownBecause() + "), so nothing is changed",
          now);
    }
    if (!load.unsettled().isEmpty()) {
      return state.held(
          ScaleReason.UNSETTLED, load.unsettled() + ", so nothing is changed meanwhile", now);
    }
    if (load.arriving().isEmpty()) {
      return state.held(ScaleReason.MEASURING, "the load was not seen for long enough", now);
    }
    return state.rate() == null
        ? withoutRate(bounds, load, state, now)
        : towards(bounds, wanted(bounds, load, state.rate()), load, state, now);
  }

  private static ScaleState known(StageLoad load, ScaleState before) {
    if (load.rate().isEmpty()) {
      return before;
    }
    var seen = load.rate().getAsDouble();
    var rate = before.rate() == null ? seen : NEWER * seen + (1 - NEWER) * before.rate();
    return before.measured(rounded(rate));
  }

  /** With no backlog ever, fewer may do as well: that is tried one by one. */
  private ScaleState withoutRate(Scaled bounds, StageLoad load, ScaleState state, Instant now) {
    return load.lag().value() <= 2 * load.arriving().getAsDouble()
        ? towards(
            bounds,
            Math.max(bounds.min(), evenly(load.partitions(), state.replicas() - 1)),
            load,
            state,
            now)
        : state.held(
            ScaleReason.MEASURING,
            "what one worker can do is known after a while with records waiting",
            now);
  }

  private ScaleState towards(
      Scaled bounds, int wanted, StageLoad load, ScaleState state, Instant now) {
    var figures = figures(bounds, load, state, wanted);
    if (wanted > state.replicas()) {
      return state.changed(wanted, ScaleReason.GREW, figures, now);
    }
    if (wanted == state.replicas()) {
      return state.needed().held(ScaleReason.FITS, figures, now);
    }
    var since = state.lowerSince() == null ? now : state.lowerSince();
    var most = state.lowerSince() == null ? wanted : Math.max(wanted, state.lowerMost());
    return Duration.between(since, now).compareTo(patience) >= 0
        ? state.changed(most, ScaleReason.SHRANK, figures, now)
        : state.lower(since, most).held(ScaleReason.WAITS, figures, now);
  }

  /** The fewest workers of which none has more partitions than it can keep up with. */
  private static int wanted(Scaled bounds, StageLoad load, double rate) {
    if (load.partitions() == 0) {
      return bounds.min();
    }
    var perSecond =
        load.arriving().getAsDouble()
            + load.lag().value() / Math.max(1, bounds.targetDrain().toMillis() / 1000.0);
    var share = perSecond == 0 ? load.partitions() : rate * load.partitions() / perSecond;
    var each = (int) Math.max(1, Math.min(load.partitions(), Math.floor(share)));
    var even = (load.partitions() + each - 1) / each;
    // One more that leaves the busiest worker as many partitions would help nobody.
    return bounds.clamped(evenly(load.partitions(), bounds.clamped(even)));
  }

  /** The fewest workers with which the busiest has as many partitions as with {@code workers}. */
  private static int evenly(int partitions, int workers) {
    if (partitions == 0 || workers <= 0) {
      return Math.max(0, workers);
    }
    var each = (partitions + workers - 1) / workers;
    return (partitions + each - 1) / each;
  }

  private static String figures(Scaled bounds, StageLoad load, ScaleState state, int wanted) {
    return String.format(
        Locale.ROOT,
        "%s records/s arrive and %s wait, to be worked off within %ds; one worker does %s; %d of"
            + " %d to %d, for %d partitions, would do",
        text(load.arriving().getAsDouble()),
        text(load.lag().value()),
        bounds.targetDrain().toSeconds(),
        state.rate() == null ? "not known how many" : text(state.rate()) + "/s",
        wanted,
        bounds.min(),
        bounds.max(),
        load.partitions());
  }

  private static String text(double figure) {
    var round = rounded(figure);
    return round == Math.rint(round) ? Long.toString((long) round) : Double.toString(round);
  }

  private static double rounded(double figure) {
    if (figure == 0) {
      return 0;
    }
    var scale = Math.pow(10, Math.floor(Math.log10(Math.abs(figure)))) * 10 / DIGITS;
    return Math.round(Math.round(figure / scale) * scale * DIGITS) / DIGITS;
  }
}
