package io.hamstring.samples.drill.report;

import static io.hamstring.samples.drill.report.Markup.at;
import static io.hamstring.samples.drill.report.Markup.of;
import static io.hamstring.samples.drill.report.Markup.text;

import io.hamstring.samples.drill.measure.PartitionFindings;
import io.hamstring.samples.drill.measure.RunRecord;
import io.hamstring.samples.drill.measure.Strip;
import io.hamstring.samples.drill.measure.Strip.Segment;

/**
 * One run as a picture: a row for each partition, time from left to right, the colour and letter of
 * who worked on it; the fault, and for each partition of its victim when another worker went on.
 */
final class StripPlot {

  private static final double WIDTH = 1_000;
  private static final double LEFT = 84;
  private static final double RIGHT = 16;
  private static final double TOP = 24;
  private static final double ROW = 24;
  private static final double BAR = 18;
  private static final double BEFORE = 5;

  /** Room that a letter needs, beside the mark that may stand before it. */
  private static final double LETTER = 24;

  private static final double INDENT = 9;

  private final RunRecord run;
  private final StringBuilder svg = new StringBuilder();

  StripPlot(RunRecord run) {
    this.run = run;
  }

  /** The letter that stands for a worker in all pictures. */
  static String letter(int worker) {
    return String.valueOf((char) ('A' + worker));
  }

  String svg() {
    double height = bottom() + 34;
    svg.append(
        of(
            "<svg viewBox=\"0 0 %s %s\" role=\"img\" aria-label=\"%s\">",
            at(WIDTH), at(height), text(description())));
    axis();
    for (int row = 0; row < run.strips().size(); row++) {
      row(row, run.strips().get(row));
    }
    mark(0, "hit", faultName());
    if (run.resumedSeconds() != null) {
      mark(run.resumedSeconds(), "resumed", "SIGCONT");
    }
    for (int row = 0; row < run.strips().size(); row++) {
      takeover(row, run.strips().get(row).partition());
    }
    return svg.append("</svg>").toString();
  }

  private String description() {
    return "Partitions over time: worker "
        + letter(run.workers().indexOf(run.victim()))
        + " was hit at second 0; its partitions were taken over after "
        + DrillTable.seconds(run.takeoverSeconds())
        + " seconds";
  }

  private String faultName() {
    var signal =
        switch (run.mode()) {
          case SIGTERM -> "SIGTERM";
          case SIGSTOP -> "SIGSTOP";
          case SIGKILL, SIGKILL_OPEN, SIGKILL_PENDING -> "SIGKILL";
        };
    return signal + " to " + letter(run.workers().indexOf(run.victim()));
  }

  private void axis() {
    double step = step();
    for (double tick = -BEFORE; tick <= run.endSeconds(); tick += step) {
      svg.append(
          of(
              "<line class=\"grid\" x1=\"%1$s\" x2=\"%1$s\" y1=\"%2$s\" y2=\"%3$s\"/>"
                  + "<text class=\"soft\" x=\"%1$s\" y=\"%4$s\" text-anchor=\"middle\">%5$d</text>",
              at(x(tick)), at(TOP), at(bottom()), at(bottom() + 15), Math.round(tick)));
    }
    svg.append(
        of(
            "<text class=\"soft\" x=\"%s\" y=\"%s\" text-anchor=\"middle\">seconds since the"
                + " fault</text>",
            at((LEFT + WIDTH - RIGHT) / 2), at(bottom() + 30)));
  }

  private double step() {
    return run.endSeconds() > 60 ? 10 : run.endSeconds() > 25 ? 5 : 1;
  }

  private void row(int row, Strip strip) {
    double y = TOP + row * ROW;
    svg.append(
        of(
            "<text x=\"%s\" y=\"%s\" text-anchor=\"end\">partition %d</text>"
                + "<rect class=\"row\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"/>",
            at(LEFT - 8),
            at(y + BAR - 4),
            strip.partition(),
            at(LEFT),
            at(y),
            at(WIDTH - RIGHT - LEFT),
            at(BAR)));
    var found = findings(strip.partition());
    if (found.owner().equals(run.victim())) {
      double until = found.takeover() == null ? run.endSeconds() : found.takeover();
      rectangle("gap", 0, until, y, "");
    }
    strip.segments().forEach(segment -> segment(segment, y));
  }

  private void segment(Segment segment, double y) {
    int worker = run.workers().indexOf(segment.worker());
    double from = Math.max(-BEFORE, segment.from());
    var title =
        of("<title>%s, %.2f to %.2f s</title>", letter(worker), segment.from(), segment.to());
    rectangle("w" + worker, from, segment.to(), y, title);
    if (x(segment.to()) - x(from) > LETTER) {
      svg.append(
          of(
              "<text class=\"n%d\" x=\"%s\" y=\"%s\">%s</text>",
              worker, at(x(from) + INDENT), at(y + BAR - 4), letter(worker)));
    }
  }

  private void rectangle(String kind, double from, double to, double y, String inside) {
    svg.append(
        of(
            "<rect class=\"%s\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\">%s</rect>",
            kind, at(x(from)), at(y), at(Math.max(1, x(to) - x(from))), at(BAR), inside));
  }

  private void mark(double second, String kind, String name) {
    svg.append(
        of(
            "<line class=\"%1$s\" x1=\"%2$s\" x2=\"%2$s\" y1=\"%3$s\" y2=\"%4$s\"/>"
                + "<text class=\"hit\" x=\"%2$s\" y=\"%5$s\" text-anchor=\"middle\">%6$s</text>",
            kind, at(x(second)), at(TOP - 6), at(bottom()), at(TOP - 10), text(name)));
  }

  private void takeover(int row, int partition) {
    var found = findings(partition);
    if (!found.owner().equals(run.victim())) {
      return;
    }
    double y = TOP + row * ROW + BAR / 2;
    if (found.takeover() != null) {
      double x = x(found.takeover());
      svg.append(
          of(
              "<path class=\"taken\" d=\"M%1$s %2$sl6 6l-6 6l-6 -6z\"><title>taken over after"
                  + " %3$.2f s</title></path>",
              at(x), at(y - 6), found.takeover()));
    }
  }

  private PartitionFindings findings(int partition) {
    return run.partitions().stream()
        .filter(found -> found.partition() == partition)
        .findFirst()
        .orElseThrow();
  }

  private double x(double second) {
    double share = (second + BEFORE) / (run.endSeconds() + BEFORE);
    return LEFT + share * (WIDTH - LEFT - RIGHT);
  }

  private double bottom() {
    return TOP + run.strips().size() * ROW;
  }
}
