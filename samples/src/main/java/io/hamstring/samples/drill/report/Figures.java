package io.hamstring.samples.drill.report;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.hamstring.samples.drill.measure.PartitionFindings;
import io.hamstring.samples.drill.measure.RunRecord;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * The figures of a run, or medians or maxima of several. Seconds are null where a partition was
 * never taken over.
 */
@JsonPropertyOrder({
  "takeoverSeconds",
  "downstreamSilenceSeconds",
  "survivorSilenceSeconds",
  "lost",
  "doubled",
  "replayed"
})
record Figures(
    Double takeoverSeconds,
    Double downstreamSilenceSeconds,
    Double survivorSilenceSeconds,
    double lost,
    double doubled,
    double replayed) {

  /** How several values become one. */
  private interface Reduction {
    Double of(List<Double> ascending);
  }

  /** The middle value; the mean of the two in the middle; null when a run has none. */
  static Figures median(List<RunRecord> runs) {
    return reduced(runs, Figures::middle);
  }

  /** The largest value; null when a run has none. */
  static Figures max(List<RunRecord> runs) {
    return reduced(runs, values -> values.get(values.size() - 1));
  }

  /**
   * The 95th percentile (nearest rank) of the longest silences of all partitions whose workers were
   * not hit; 0 when there is none.
   */
  static double survivorSilenceP95(List<RunRecord> runs) {
    var silences =
        runs.stream()
            .flatMap(run -> run.partitions().stream().filter(p -> !p.owner().equals(run.victim())))
            .map(PartitionFindings::silence)
            .sorted()
            .toList();
    return silences.isEmpty() ? 0 : silences.get((silences.size() * 95 + 99) / 100 - 1);
  }

  /** The middle takeover of all partitions that were taken over in all runs; null without one. */
  static Double partitionTakeover(List<RunRecord> runs) {
    var takeovers =
        runs.stream()
            .flatMap(run -> run.partitions().stream())
            .map(PartitionFindings::takeover)
            .filter(Objects::nonNull)
            .sorted()
            .toList();
    return takeovers.isEmpty() ? null : middle(takeovers);
  }

  private static Double middle(List<Double> ascending) {
    int half = ascending.size() / 2;
    return ascending.size() % 2 == 1
        ? ascending.get(half)
        : Double.valueOf((ascending.get(half - 1) + ascending.get(half)) / 2);
  }

  private static Figures reduced(List<RunRecord> runs, Reduction reduction) {
    return new Figures(
        reduced(runs, RunRecord::takeoverSeconds, reduction),
        reduced(runs, RunRecord::downstreamSilenceSeconds, reduction),
        reduced(runs, RunRecord::survivorSilenceSeconds, reduction),
        reduced(runs, run -> (double) run.lost(), reduction),
        reduced(runs, run -> (double) run.doubled(), reduction),
        reduced(runs, run -> (double) run.replayed(), reduction));
  }

  private static Double reduced(
      List<RunRecord> runs, Function<RunRecord, Double> figure, Reduction reduction) {
    var values = runs.stream().map(figure).toList();
    return values.stream().anyMatch(Objects::isNull)
        ? null
        : reduction.of(values.stream().sorted().toList());
  }
}
