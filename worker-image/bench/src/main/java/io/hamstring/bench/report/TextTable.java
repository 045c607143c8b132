package io.hamstring.bench.report;

import io.hamstring.bench.measure.Latency.Percentiles;
import io.hamstring.bench.measure.Measured;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A report for a terminal, and in Markdown for a README: both take the same lines. */
public final class TextTable {

  private TextTable() {}

  /** Lines to print. */
  public static List<String> of(BenchReport report) {
    var lines = new ArrayList<String>();
    lines.add(
        line(
            "| %d-byte records | records/s, median (min - max) | core is | start s | bytes/record |",
            report.size()));
    lines.add("|---|---|---|---|---|");
    report
        .rates()
        .forEach(
            (name, rates) -> {
              var range = Medians.range(rates);
              var ratio = report.ratios().get(BenchReport.CORE + "/" + name);
              lines.add(
                  line(
                      "| %s | %,.0f (%,.0f - %,.0f) | %s | %.1f | %s |",
                      name,
                      Medians.of(rates),
                      range[0],
                      range[1],
                      ratio == null ? "" : times(ratio),
                      report.median(name, Measured::startSeconds),
                      bytes(report.median(name, Measured::bytesPerRecord))));
            });
    if (!report.latencies().isEmpty()) {
      lines.add("");
      lines.add("| end to end | at records/s | p50 ms, median (max) | p99 ms, median (max) |");
      lines.add("|---|---|---|---|");
      byContenderAndRate(report.latencies()).values().forEach(runs -> lines.add(latency(runs)));
    }
    return lines;
  }

  private static Map<String, List<Percentiles>> byContenderAndRate(List<Percentiles> runs) {
    var groups = new LinkedHashMap<String, List<Percentiles>>();
    for (var run : runs) {
      groups
          .computeIfAbsent(
              run.contender() + Math.round(run.recordsPerSecond()), key -> new ArrayList<>())
          .add(run);
    }
    return groups;
  }

  private static String latency(List<Percentiles> runs) {
    var p50 = runs.stream().map(Percentiles::p50).toList();
    var p99 = runs.stream().map(Percentiles::p99).toList();
    return line(
        "| %s | %,.0f | %.1f (%.1f) | %.1f (%.1f) |",
        runs.get(0).contender(),
        runs.get(0).recordsPerSecond(),
        Medians.of(p50),
        Medians.range(p50)[1],
        Medians.of(p99),
        Medians.range(p99)[1]);
  }

  private static String times(double ratio) {
    return line(ratio >= 10 ? "%.0f ×" : "%.2f ×", ratio);
  }

  private static String bytes(double bytes) {
    return Double.isNaN(bytes) ? "" : line("%,.0f", bytes);
  }

  private static String line(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
