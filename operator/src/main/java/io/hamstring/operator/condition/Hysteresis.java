package io.hamstring.operator.condition;

import java.time.Duration;
import java.util.Optional;

/**
 * How long a contrary verdict must hold before it is believed.
 *
 * @param raise before an alert
 * @param clear before an alert ends
 */
public record Hysteresis(Duration raise, Duration clear) {

  /** How long evidence must be missing before a healthy condition becomes unknown. */
  static final Duration DOUBT = Duration.ofSeconds(30);

  /** A hysteresis in seconds. */
  static Hysteresis ofSeconds(long raise, long clear) {
    return new Hysteresis(Duration.ofSeconds(raise), Duration.ofSeconds(clear));
  }

  /**
   * The hold before {@code to} replaces {@code from}; none when it never does: an alert stays until
   * contrary evidence, not until evidence runs out.
   */
  public Optional<Duration> between(ConditionStatus from, ConditionStatus to) {
    return switch (to) {
      case TRUE -> Optional.of(raise);
      case FALSE -> Optional.of(from == ConditionStatus.TRUE ? clear : Duration.ZERO);
      case UNKNOWN -> from == ConditionStatus.TRUE ? Optional.empty() : Optional.of(DOUBT);
    };
  }
}
