package io.hamstring.operator.condition;

import io.hamstring.operator.symptom.Verdict;
import java.time.Instant;

/**
 * A condition of a pipeline as it stands in its status.
 *
 * @param since when its status last changed
 */
public record Reported(Verdict verdict, Instant since) {

  /** This condition after a newer verdict, which needs no hysteresis. */
  Reported after(Verdict newer, Instant now) {
    return verdict.status() == newer.status()
        ? new Reported(newer, since)
        : new Reported(newer, now);
  }
}
