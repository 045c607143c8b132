package io.hamstring.operator.spec;

import java.util.Objects;

/**
 * Something in a spec that cannot be used.
 *
 * @param field path of the field, such as {@code spec.stages[2].inputs.stages[0]}
 * @param fault what is wrong, with the value in question
 * @param remedy what to do about it
 */
public record Problem(String field, String fault, String remedy) {

  public Problem {
    Objects.requireNonNull(field, "field");
    Objects.requireNonNull(fault, "fault");
    Objects.requireNonNull(remedy, "remedy");
  }

  /** All three as one sentence. */
  public String text() {
    return field + ": " + fault + "; " + remedy;
  }

  @Override
  public String toString() {
    return text();
  }
}
