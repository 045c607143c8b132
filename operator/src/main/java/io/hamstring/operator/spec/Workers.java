package io.hamstring.operator.spec;

import java.time.Duration;
import java.util.OptionalInt;

/** How many workers a stage has, and who decides it. */
public sealed interface Workers {

  /** The number to apply; empty when it is not the operator's to say. */
  OptionalInt wanted();

  /** The spec decides. */
  record Fixed(int replicas) implements Workers {
    @Override
    public OptionalInt wanted() {
      return OptionalInt.of(replicas);
    }
  }

  /**
   * The load decides, within bounds; until the scaler has decided, the lower bound holds.
   *
   * @param targetDrain time in which the present lag is to be worked off
   * @param decided what the scaler decided, if it did
   */
  record Scaled(int min, int max, Duration targetDrain, Effect effect, OptionalInt decided)
      implements Workers {

    /** What becomes of a decision. */
    public enum Effect {
      /** It is applied. */
      APPLIED,
      /** It is shown in the status, and somebody else decides. */
      SHOWN
    }

    /** The same after a decision. */
    public Scaled decided(int replicas) {
      return new Scaled(min, max, targetDrain, effect, OptionalInt.of(replicas));
    }

    /** {@code replicas} or the nearest bound. */
    public int clamped(int replicas) {
      return Math.max(min, Math.min(max, replicas));
    }

    @Override
    public OptionalInt wanted() {
      return effect == Effect.SHOWN ? OptionalInt.empty() : OptionalInt.of(decided.orElse(min));
    }
  }

  /** A HorizontalPodAutoscaler or a person decides. */
  record LeftToOthers() implements Workers {
    @Override
    public OptionalInt wanted() {
      return OptionalInt.empty();
    }
  }
}
