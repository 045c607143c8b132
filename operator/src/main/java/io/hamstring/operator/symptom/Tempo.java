package io.hamstring.operator.symptom;

import java.time.Duration;

/**
 * How fast time counts for holds and for windows that no spec sets.
 *
 * @param faster by which they are divided; 1 in every cluster, more where somebody watches a drill
 */
public record Tempo(int faster) {

  /** As documented. */
  public static final Tempo STANDARD = new Tempo(1);

  public Tempo {
    if (faster < 1) {
      throw new IllegalArgumentException("faster must be at least 1, was " + faster);
    }
  }

  /** What {@code standard} comes to. */
  public Duration of(Duration standard) {
    return standard.dividedBy(faster);
  }
}
