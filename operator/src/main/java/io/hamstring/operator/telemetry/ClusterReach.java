package io.hamstring.operator.telemetry;

/**
 * Whether the operator itself could ask a Kafka cluster.
 *
 * @param detail the failure in the client's words, or empty
 */
public record ClusterReach(State state, String detail) {

  /** It answered. */
  public static final ClusterReach REACHED = new ClusterReach(State.REACHED, "");

  /** How asking went. */
  public enum State {
    REACHED,
    /** It answered, and cannot do what the pipeline needs. */
    UNFIT,
    UNREACHABLE,
    NOT_AUTHORIZED,
    MISCONFIGURED
  }

  /** Whether the cluster answered. */
  public boolean isReached() {
    return state == State.REACHED || state == State.UNFIT;
  }
}
