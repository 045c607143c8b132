package io.hamstring.operator.guard;

/**
 * How a call came out.
 *
 * @param detail the failure in the client's words; of a refusal, the grant that is missing
 */
public record Outcome(Kind kind, String detail) {

  /** It is done. */
  public static final Outcome DONE = new Outcome(Kind.DONE, "");

  /** There was nothing to be done. */
  public static final Outcome NOTHING_THERE = new Outcome(Kind.NOTHING_THERE, "");

  /** The ways to come out. */
  public enum Kind {
    DONE,
    NOTHING_THERE,
    REFUSED,
    FAILED
  }

  /** The operator may not do it until {@code grant} is given. */
  public static Outcome refused(String grant) {
    return new Outcome(Kind.REFUSED, grant);
  }

  /** It failed, or nobody answered. */
  public static Outcome failed(String words) {
    return new Outcome(Kind.FAILED, words);
  }

  /** Whether nothing of it is left to be done. */
  public boolean isOver() {
    return kind == Kind.DONE || kind == Kind.NOTHING_THERE;
  }
}
