package io.hamstring.operator.scale;

import io.hamstring.operator.telemetry.Figure;
import io.hamstring.operator.telemetry.Partition;
import io.hamstring.operator.telemetry.Sample;
import io.hamstring.operator.telemetry.StageWindow;
import io.hamstring.operator.telemetry.WorkerObservation;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a stage has to do, and what its workers have been able to do.
 *
 * @param partitions of its inputs
 * @param lag records that wait, those of held partitions not counted: no worker can help there
 * @param arriving records per second; empty when it was not seen for long enough
 * @param rate records per second that one worker did while there was more to do all the time
 * @param unsettled why this is no time to change anything; empty when it is
 */
public record StageLoad(
    int partitions, Figure lag, OptionalDouble arriving, OptionalDouble rate, String unsettled) {

  /** A backlog that took so long to work off is no record in flight. */
  private static final double BACKLOG_SECONDS = 2;

  /**
   * The load of a stage over the last {@code over}.
   *
   * @param workers that its Deployment is to have
   * @param fresh how old a worker's last word may be
   */
  public static StageLoad of(
      StageWindow window, int workers, Duration over, Duration fresh, Instant now) {
    var latest = window.latest();
    var then = window.at(latest.at().minus(over));
    var newest = window.newest();
    var seconds = Duration.between(then.at(), newest.at()).toMillis() / 1000.0;
    var seen = seconds * 2000 >= over.toMillis() && then.end().isKnown() && newest.end().isKnown();
    var lag = lag(window, fresh, now);
    return new StageLoad(
        latest.partitions().size(),
        lag,
        seen
            ? OptionalDouble.of(newest.end().above(then.end()).value() / seconds)
            : OptionalDouble.empty(),
        seen ? rate(window, then, workers, seconds) : OptionalDouble.empty(),
        unsettled(window, workers, fresh, now));
  }

  /** The same load of a fleet that is unsettled for another reason. */
  public StageLoad unsettledBy(String reason) {
    return new StageLoad(partitions, lag, arriving, rate, reason);
  }

  private static Figure lag(StageWindow window, Duration fresh, Instant now) {
    var look = window.latest();
    var whole = look.lag();
    if (!whole.isWhole()) {
      return Figure.unknown(
          whole.total().isKnown()
              ? "that of " + String.join(", ", whole.unknown())
              : whole.total().unknownBecause());
    }
    var held = held(window, fresh, now);
    return Figure.of(
        look.partitions().keySet().stream()
            .filter(partition -> !held.contains(partition))
            .mapToLong(partition -> look.lagOf(partition).value())
            .sum());
  }

  private static Set<Partition> held(StageWindow window, Duration fresh, Instant now) {
    return window.latest().workers().stream()
        .filter(worker -> worker.isFresh(now, fresh))
        .flatMap(worker -> worker.report().partitions().stream())
        .filter(partition -> partition.held())
        .map(partition -> new Partition(partition.topic(), partition.partition()))
        .collect(Collectors.toSet());
  }

  /** What one worker did, if all of them had more to do than they could, and none came or went. */
  private static OptionalDouble rate(StageWindow window, Sample then, int workers, double seconds) {
    var newest = window.newest();
    if (!then.read().isKnown() || !newest.read().isKnown() || workers == 0) {
      return OptionalDouble.empty();
    }
    var done = newest.read().above(then.read()).value() / seconds;
    var backlog = done * BACKLOG_SECONDS;
    var steady =
        then.members().equals(Figure.of(workers))
            && newest.members().equals(Figure.of(workers))
            && window.recoveriesAfter(then.at()).isEmpty()
            && rebalancedBefore(window, then.at());
    return steady
            && done > 0
            && then.lag().known().orElse(0) > backlog
            && newest.lag().known().orElse(0) > backlog
        ? OptionalDouble.of(done / Math.min(workers, window.latest().partitions().size()))
        : OptionalDouble.empty();
  }

  private static boolean rebalancedBefore(StageWindow window, Instant moment) {
    return window.latest().workers().stream()
        .map(WorkerObservation::report)
        .allMatch(
            report ->
                report != null
                    && (report.rebalances().lastAt() == null
                        || !report.rebalances().lastAt().isAfter(moment)));
  }

  private static String unsettled(StageWindow window, int workers, Duration fresh, Instant now) {
    var members = window.latest().group().size();
    if (!members.equals(Figure.of(workers))) {
      return "its group has " + members + " members for " + workers + " workers";
    }
    for (var worker : window.latest().workers()) {
      if (!worker.isFresh(now, fresh)) {
        return worker.pod() + " was not heard lately";
      }
      if (worker.report().recovery() != null) {
        return worker.pod() + " is recovering from " + worker.report().recovery().cause();
      }
    }
    return "";
  }
}
