package io.hamstring.operator.telemetry;

/**
 * Why nothing is known of a topic that a stage reads or writes.
 *
 * @param detail the failure in the client's words
 */
public record TopicProblem(Kind kind, Role role, String detail) {

  /** What the stage does with it. */
  public enum Role {
    INPUT,
    OUTPUT
  }

  /** What kind of failure. */
  public enum Kind {
    /** It does not exist, or we may not see that it does: brokers answer both alike. */
    MISSING,
    /** It was to be created, and the cluster refused. */
    NOT_CREATED,
    /** It was to get more partitions, and the cluster refused. */
    NOT_GROWN,
    /** The question was not answered. */
    UNANSWERED
  }
}
