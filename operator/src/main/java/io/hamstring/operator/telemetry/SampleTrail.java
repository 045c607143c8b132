package io.hamstring.operator.telemetry;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Looks that are over, thinned so that at most {@link #MAX} reach over any span. Immutable.
 *
 * @param samples oldest first
 */
record SampleTrail(List<Sample> samples) {

  /** Samples kept. */
  static final int MAX = 60;

  static final SampleTrail EMPTY = new SampleTrail(List.of());

  SampleTrail {
    samples = List.copyOf(samples);
  }

  /** This trail with {@code newest}, unless the one before is too close, reaching {@code span}. */
  SampleTrail plus(Duration span, Sample newest) {
    if (!samples.isEmpty()
        && Duration.between(samples.get(samples.size() - 1).at(), newest.at())
                .compareTo(span.dividedBy(MAX - 1))
            < 0) {
      return this;
    }
    var kept = new ArrayList<>(samples);
    kept.add(samples.isEmpty() ? newest : newest.sharing(newest()));
    // The one before the span's beginning stays: it says where the span began.
    while (kept.size() > MAX
        || kept.size() > 1 && !kept.get(1).at().isAfter(newest.at().minus(span))) {
      kept.remove(0);
    }
    return new SampleTrail(kept);
  }

  Sample newest() {
    return samples.get(samples.size() - 1);
  }

  /** The newest sample at or before {@code moment}; the oldest when none is that old. */
  Sample at(Instant moment) {
    var best = samples.get(0);
    for (var sample : samples) {
      if (!sample.at().isAfter(moment)) {
        best = sample;
      }
    }
    return best;
  }
}
