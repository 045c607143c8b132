package io.hamstring.operator.symptom;

import java.util.Set;

/**
 * What one look says of a condition.
 *
 * @param reason stable CamelCase
 * @param message for a person: where, how much, what to do
 * @param weight the figure that decides; a message is worth rewriting when it doubled or halved
 * @param refuted reasons of an alert that this look saw to be over, though all in all it is in
 *     doubt
 */
public record Verdict(
    ConditionStatus status, String reason, String message, long weight, Set<String> refuted) {

  public Verdict {
    refuted = Set.copyOf(refuted);
  }

  /** A verdict that says nothing of earlier ones. */
  public Verdict(ConditionStatus status, String reason, String message, long weight) {
    this(status, reason, message, weight, Set.of());
  }

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

  /** This verdict, which also saw that alerts for {@code reasons} are over. */
  public Verdict refuting(String... reasons) {
    return new Verdict(status, reason, message, weight, Set.of(reasons));
  }

  /** Whether this doubt ends {@code alert} all the same. */
  public boolean refutes(Verdict alert) {
    return status == ConditionStatus.UNKNOWN
        && alert.reason != null
        && refuted.contains(alert.reason);
  }

  /** Whether {@code newer} says something that a reader of this one should know. */
  public boolean isOutdatedBy(Verdict newer) {
    return status != newer.status
        || !reason.equals(newer.reason)
        || newer.weight >= 2 * Math.max(1, weight)
        || newer.weight <= weight / 2 && weight > 0;
  }

  /** The newer verdict if it is worth telling, or this one. */
  public Verdict refreshedBy(Verdict newer) {
    return isOutdatedBy(newer) ? newer : this;
  }
}
