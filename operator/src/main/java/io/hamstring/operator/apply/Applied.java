package io.hamstring.operator.apply;

import java.util.List;

/**
 * What came of an apply.
 *
 * @param refused in words: what stays refused until somebody changes something
 * @param failing in words: what may work when it is tried again soon, such as after a conflict, an
 *     overload or a lost connection
 */
public record Applied(List<String> refused, List<String> failing) {

  /** All is as desired. */
  public static final Applied WELL = new Applied(List.of(), List.of());

  public Applied {
    refused = List.copyOf(refused);
    failing = List.copyOf(failing);
  }

  /** Whether everything is as desired. */
  public boolean isWell() {
    return refused.isEmpty() && failing.isEmpty();
  }
}
