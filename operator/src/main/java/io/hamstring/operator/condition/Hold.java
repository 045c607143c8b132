package io.hamstring.operator.condition;

/**
 * Why nothing of a pipeline is applied though its spec may be valid.
 *
 * @param message for a person; empty when nothing holds it
 */
public record Hold(Kind kind, String message) {

  /** Nothing holds it. */
  public static final Hold NONE = new Hold(Kind.NONE, "");

  /** What holds a pipeline. */
  public enum Kind {
    NONE,
    /** Its annotation. */
    PAUSED,
    /** An older pipeline that has what this one claims. */
    CONFLICT
  }

  /** Whether the spec is applied. */
  public boolean isNone() {
    return kind == Kind.NONE;
  }
}
