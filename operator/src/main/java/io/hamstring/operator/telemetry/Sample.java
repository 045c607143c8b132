package io.hamstring.operator.telemetry;

import java.time.Instant;

/**
 * What a stage's window keeps of a look that is over.
 *
 * @param end sum of the last stable offsets of all partitions; unknown unless all are known
 * @param read sum of the offsets at which workers go on; unknown unless all are known
 * @param members of the group
 */
public record Sample(
    Instant at, Figure lag, Figure end, Figure read, Figure members, Totals totals) {

  static Sample of(StageObservation look, Totals totals) {
    return new Sample(
        look.at(), look.lag().total(), look.end(), look.read(), look.group().size(), totals);
  }

  /**
   * This sample, with what is as in {@code before} taken from there: a quiet stage costs little.
   */
  Sample sharing(Sample before) {
    return new Sample(
        at,
        either(before.lag, lag),
        either(before.end, end),
        either(before.read, read),
        either(before.members, members),
        either(before.totals, totals));
  }

  private static <T> T either(T before, T now) {
    return before.equals(now) ? before : now;
  }
}
