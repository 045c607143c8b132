package io.hamstring.operator.condition;

/**
 * What one look says of a condition.
 *
 * @param reason stable CamelCase
 * @param message for a person: where, how much, what to do
 * @param weight the figure that decides; a message is worth rewriting when it doubled or halved
 */
public record Verdict(ConditionStatus status, String reason, String message, long weight) {

  /** The symptom is there. */
  public static Verdict alert(String reason, long weight, String message) {
    return new Verdict(ConditionStatus.TRUE, reason, message, weight);
  }

  /** There is no fresh evidence. */
  public static Verdict unknown(String reason, String message) {
    return new Verdict(ConditionStatus.UNKNOWN, reason, message, 0);
  }

  /** A verdict without a figure. */
  public static Verdict of(ConditionStatus status, String reason, String message) {
    return new Verdict(status, reason, message, 0);
  }

  /** Whether {@code newer} says something that a reader of this one should know. */
  boolean isOutdatedBy(Verdict newer) {
    return status != newer.status
        || !reason.equals(newer.reason)
        || newer.weight >= 2 * Math.max(1, weight)
        || newer.weight <= weight / 2 && weight > 0;
  }

  /** The newer verdict if it is worth telling, or this one. */
  Verdict refreshedBy(Verdict newer) {
    return isOutdatedBy(newer) ? newer : this;
  }
}
