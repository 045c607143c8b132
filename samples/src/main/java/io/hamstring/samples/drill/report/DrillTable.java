package io.hamstring.samples.drill.report;

import io.hamstring.samples.drill.measure.RunRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** The report for a terminal: a row for each combination, medians and maxima over its runs. */
public final class DrillTable {

  private static final String ROW = "%-54s %4s  %13s %9s %13s %13s %5s %9s %6s %7s %8s %5s %7s";

  private DrillTable() {}

  /** The lines of the table. */
  public static List<String> lines(DrillReport report) {
    var lines = new ArrayList<String>();
    lines.add(
        "Seconds as median / maximum over the runs. Takeover is a run's slowest partition; partition is"
            + " the median of all that were taken over; p95 is of all partitions of survivors; aborts"
            + " and revoked are survivors'.");
    lines.add(
        String.format(
            ROW,
            "protocol, fault, guard",
            "runs",
            "takeover",
            "partition",
            "downstream",
            "survivors",
            "p95",
            "resumed",
            "aborts",
            "revoked",
            "replayed",
            "lost",
            "doubled"));
    report
        .byCombination()
        .forEach(
            (about, runs) -> {
              var median = Figures.median(runs);
              var max = Figures.max(runs);
              lines.add(
                  String.format(
                      ROW,
                      about.title(),
                      runs.size(),
                      pair(median, max, Figures::takeoverSeconds),
                      seconds(Figures.partitionTakeover(runs)),
                      pair(median, max, Figures::downstreamSilenceSeconds),
                      pair(median, max, Figures::survivorSilenceSeconds),
                      seconds(Figures.survivorSilenceP95(runs)),
                      resumed(runs),
                      runs.stream().mapToLong(RunRecord::survivorAborts).sum(),
                      runs.stream().mapToLong(RunRecord::survivorRevocations).sum(),
                      Math.round(median.replayed()),
                      runs.stream().mapToLong(RunRecord::lost).sum(),
                      runs.stream().mapToLong(RunRecord::doubled).sum()));
            });
    lines.add(
        "%d runs: lost=%d doubled=%d"
            .formatted(
                report.runs().size(),
                report.runs().stream().mapToLong(RunRecord::lost).sum(),
                report.runs().stream().mapToLong(RunRecord::doubled).sum()));
    return lines;
  }

  /** What one run showed, in a line. */
  public static String line(RunRecord run) {
    return String.format(
        Locale.ROOT,
        "takeover %s s, downstream %.2f s, survivors %.2f s%s, revoked %d, replayed %d, lost=%d"
            + " doubled=%d",
        seconds(run.takeoverSeconds()),
        run.downstreamSilenceSeconds(),
        run.survivorSilenceSeconds(),
        run.afterResumeSeconds() == null
            ? ""
            : String.format(Locale.ROOT, ", after it went on %.2f s", run.afterResumeSeconds()),
        run.survivorRevocations(),
        run.replayed(),
        run.lost(),
        run.doubled());
  }

  static String seconds(Double seconds) {
    return seconds == null ? "never" : String.format(Locale.ROOT, "%.2f", seconds);
  }

  private static String pair(Figures median, Figures max, Function<Figures, Double> figure) {
    return seconds(figure.apply(median)) + " / " + seconds(figure.apply(max));
  }

  private static String resumed(List<RunRecord> runs) {
    return runs.stream()
        .map(RunRecord::afterResumeSeconds)
        .filter(seconds -> seconds != null)
        .max(Double::compare)
        .map(DrillTable::seconds)
        .orElse("");
  }
}
