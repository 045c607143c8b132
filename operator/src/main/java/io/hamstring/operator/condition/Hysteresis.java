package io.hamstring.operator.condition;

import io.hamstring.operator.symptom.ConditionStatus;
import io.hamstring.operator.symptom.SymptomType;
import io.hamstring.operator.symptom.Tempo;
import java.time.Duration;
import java.util.Optional;

/**
 * How long a contrary verdict must hold before it is believed.
 *
 * @param raise before an alert
 * @param clear before an alert ends
 * @param doubt how long evidence must be missing before a healthy condition becomes unknown
 */
public record Hysteresis(Duration raise, Duration clear, Duration doubt) {

  private static final Duration DOUBT = Duration.ofSeconds(30);

  /** What a symptom needs; why, stands with the symptom. */
  public static Hysteresis of(SymptomType type, Tempo tempo) {
    var standard = of(type);
    return new Hysteresis(
        tempo.of(standard.raise), tempo.of(standard.clear), tempo.of(standard.doubt));
  }

  private static Hysteresis of(SymptomType type) {
    return switch (type) {
      case KAFKA_UNREACHABLE -> ofSeconds(20, 20);
      case NOT_AUTHORIZED -> ofSeconds(60, 20);
      case MISCONFIGURED -> ofSeconds(0, 20);
      case TOPIC_MISSING -> ofSeconds(15, 10);
      case IDENTITY_CONFLICT -> ofSeconds(0, 60);
      case DATA_LOSS -> ofSeconds(0, 3600);
      case SINK_UNAVAILABLE -> ofSeconds(15, 20);
      case INPUT_WITHOUT_OUTPUT -> ofSeconds(0, 10);
      case REPEATED_MEMBERSHIP_LOSS -> ofSeconds(0, 120);
      case MAX_POLL_EXCEEDED -> ofSeconds(0, 60);
      case ABORTS_WHILE_LAG_GROWS -> ofSeconds(0, 60);
      case PARTITION_STALLED -> ofSeconds(20, 10);
      case GHOST_MEMBER -> ofSeconds(10, 10);
      case BLOCKED_BY_TRANSACTION -> ofSeconds(0, 10);
      case DEAD_LETTER_UNAVAILABLE -> ofSeconds(15, 10);
      case POISON_RECORDS -> ofSeconds(0, 10);
      case SLOW_BATCHES -> ofSeconds(30, 120);
    };
  }

  private static Hysteresis ofSeconds(long raise, long clear) {
    return new Hysteresis(Duration.ofSeconds(raise), Duration.ofSeconds(clear), DOUBT);
  }

  /**
   * The hold before {@code to} replaces {@code from}; none when it never does: an alert stays until
   * contrary evidence, not until evidence runs out.
   */
  public Optional<Duration> between(ConditionStatus from, ConditionStatus to) {
    return switch (to) {
      case TRUE -> Optional.of(raise);
      case FALSE -> Optional.of(from == ConditionStatus.TRUE ? clear : Duration.ZERO);
      case UNKNOWN -> from == ConditionStatus.TRUE ? Optional.empty() : Optional.of(doubt);
    };
  }
}
