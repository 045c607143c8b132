package io.hamstring.operator.telemetry;

import java.util.OptionalLong;
import java.util.function.LongUnaryOperator;

/**
 * A figure that may be unknown, which is never zero.
 *
 * @param value meaningless while unknown
 * @param unknownBecause why there is no figure, or null when there is one
 */
public record Figure(long value, String unknownBecause) {

  /** A known figure. */
  public static Figure of(long value) {
    return new Figure(value, null);
  }

  /** No figure, and why. */
  public static Figure unknown(String because) {
    return new Figure(-1, because);
  }

  /** Whether there is a figure. */
  public boolean isKnown() {
    return unknownBecause == null;
  }

  /** The figure if there is one. */
  public OptionalLong known() {
    return isKnown() ? OptionalLong.of(value) : OptionalLong.empty();
  }

  /** The figure changed by {@code change}; unknown stays unknown. */
  public Figure map(LongUnaryOperator change) {
    return isKnown() ? of(change.applyAsLong(value)) : this;
  }

  /** How far this lies above {@code other}, never negative; unknown when either is. */
  public Figure above(Figure other) {
    return other.isKnown() ? map(mine -> Math.max(0, mine - other.value)) : other;
  }

  @Override
  public String toString() {
    return isKnown() ? Long.toString(value) : "unknown (" + unknownBecause + ")";
  }
}
