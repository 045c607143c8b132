package io.hamstring.operator.apply;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What came of an apply.
 *
 * @param refused what stays refused until somebody changes something
 * @param failing in words: what may work when it is tried again soon, such as after a conflict, an
 *     overload or a lost connection
 */
public record Applied(List<Refusal> refused, List<String> failing) {

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

  /** When the first of what was refused is to be tried again; empty when nothing was. */
  public Optional<Instant> again() {
    return refused.stream().map(Refusal::again).min(Comparator.naturalOrder());
  }
}
