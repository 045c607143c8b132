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
   */
  record Scaled(int min, int max, Duration targetDrain) implements Workers {
    @Override
    public OptionalInt wanted() {
      return OptionalInt.of(min);
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
