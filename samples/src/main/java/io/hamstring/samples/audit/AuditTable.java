package io.hamstring.samples.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The audit for a person: a row for each stage, reasons and examples below. */
public final class AuditTable {

  private AuditTable() {}

  /** The lines of the table. */
  public static List<String> lines(AuditReport report) {
    var lines = new ArrayList<String>();
    int width = report.stages().stream().mapToInt(s -> s.name().length()).max().orElse(0);
    var row = "%-" + Math.max(width, "stage".length()) + "s  %-10s %9s %9s %9s %9s %7s %7s";
    lines.add(
        String.format(row, "stage", "type", "in", "out", "rejected", "dropped", "lost", "doubled"));
    for (var stage : report.stages()) {
      lines.add(
          String.format(
              row,
              stage.name(),
              stage.type(),
              stage.in(),
              stage.out(),
              stage.rejections(),
              stage.drops(),
              stage.lost(),
              stage.doubled()));
    }
    for (var stage : report.stages()) {
      reasons(lines, stage.name() + " rejected", stage.rejected());
      reasons(lines, stage.name() + " dropped", stage.dropped());
      reasons(lines, stage.name() + " delivered", stage.delivered());
      faults(lines, stage);
    }
    if (report.missing() != 0) {
      lines.add(
          report.missing() + " records that the broker acknowledged are not on the input topic");
    }
    report.killed().forEach(worker -> lines.add("killed: " + worker));
    lines.addAll(report.domains().lines());
    if (report.detection() != null) {
      lines.addAll(report.detection().lines());
    }
    if (report.sink() != null) {
      lines.add(
          "monitoring rows: expected=%d rows=%d rowsFinal=%d"
              .formatted(
                  report.sink().expected(), report.sink().rows(), report.sink().rowsFinal()));
    }
    lines.add(
        String.format(
            Locale.ROOT,
            "records=%d seconds=%.1f alerts=%d lost=%d doubled=%d",
            report.records(),
            report.seconds(),
            report.alerts(),
            report.lost(),
            report.doubled()));
    return lines;
  }

  private static void reasons(List<String> lines, String what, Map<String, Long> counts) {
    counts.forEach((reason, count) -> lines.add("  " + what + ": " + count + " by " + reason));
  }

  private static void faults(List<String> lines, StageFindings stage) {
    if (stage.unknown() > 0) {
      lines.add(
          "  %s wrote of %d sources that are no committed record of its inputs"
              .formatted(stage.name(), stage.unknown()));
    }
    if (stage.untraced() > 0) {
      lines.add(
          "  %s wrote %d records that do not name their sources: is spec.audit.recordIds on?"
              .formatted(stage.name(), stage.untraced()));
    }
    stage.examples().forEach(example -> lines.add("  " + stage.name() + " " + example));
  }
}
