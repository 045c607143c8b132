package io.hamstring.operator.condition;

import io.hamstring.operator.symptom.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A condition of one stage over time.
 *
 * @param since when the reported status last changed
 */
public record Tracked(Verdict reported, Instant since, Optional<Challenger> challenger) {

  /** A condition that was just reported. */
  static Tracked of(Verdict reported, Instant since) {
    return new Tracked(reported, since, Optional.empty());
  }

  /** This condition after one more look. */
  public Tracked observe(Verdict verdict, Hysteresis hysteresis, Instant now) {
    if (verdict.status() == reported.status()) {
      return of(reported.refreshedBy(verdict), since);
    }
    var hold =
        verdict.refutes(reported)
            ? Optional.of(hysteresis.clear())
            : hysteresis.between(reported.status(), verdict.status());
    if (hold.isEmpty()) {
      return of(reported, since);
    }
    var challenging =
        challenger
            .filter(c -> c.status() == verdict.status())
            .orElseGet(() -> new Challenger(verdict.status(), now));
    return Duration.between(challenging.since(), now).compareTo(hold.get()) >= 0
        ? of(verdict, now)
        : new Tracked(reported, since, Optional.of(challenging));
  }

  /** When the challenger will be believed if nothing else is seen until then. */
  public Optional<Instant> due(Hysteresis hysteresis) {
    // Doubt challenges an alert only when it refutes it.
    return challenger.map(
        c ->
            c.since()
                .plus(
                    hysteresis.between(reported.status(), c.status()).orElse(hysteresis.clear())));
  }
}
