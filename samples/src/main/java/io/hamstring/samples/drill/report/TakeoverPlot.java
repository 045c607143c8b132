package io.hamstring.samples.drill.report;

import static io.hamstring.samples.drill.report.Markup.at;
import static io.hamstring.samples.drill.report.Markup.of;
import static io.hamstring.samples.drill.report.Markup.text;

import io.hamstring.samples.drill.measure.RunRecord;
import io.hamstring.samples.drill.plan.Combination;
import java.util.List;

/** All takeovers in one picture, on a logarithmic scale, with the public experiment's. */
final class TakeoverPlot {

  private static final double WIDTH = 1_000;
  private static final double LEFT = 310;
  private static final double RIGHT = 40;
  private static final double TOP = 10;
  private static final double ROW = 26;
  private static final double LEAST = 0.05;
  private static final double MOST = 120;
  private static final double[] TICKS = {0.1, 0.3, 1, 3, 10, 30, 100};

  private final DrillReport report;
  private final StringBuilder svg = new StringBuilder();

  TakeoverPlot(DrillReport report) {
    this.report = report;
  }

  String svg() {
    var groups = report.byCombination();
    double bottom = TOP + (groups.size() + 1) * ROW;
    svg.append(
        of(
            "<svg viewBox=\"0 0 %s %s\" role=\"img\" aria-label=\"Seconds until another worker"
                + " read a partition again, for each run\">",
            at(WIDTH), at(bottom + 34)));
    for (double tick : TICKS) {
      svg.append(
          of(
              "<line class=\"grid\" x1=\"%1$s\" x2=\"%1$s\" y1=\"%2$s\" y2=\"%3$s\"/>"
                  + "<text class=\"soft\" x=\"%1$s\" y=\"%4$s\" text-anchor=\"middle\">%5$s</text>",
              at(x(tick)),
              at(TOP),
              at(bottom),
              at(bottom + 15),
              tick < 1 ? String.valueOf(tick) : String.valueOf(Math.round(tick))));
    }
    svg.append(
        of(
            "<text class=\"soft\" x=\"%s\" y=\"%s\" text-anchor=\"middle\">seconds from the fault"
                + " to the first output by another worker, logarithmic</text>",
            at((LEFT + WIDTH - RIGHT) / 2), at(bottom + 30)));
    there();
    int row = 1;
    for (var group : groups.entrySet()) {
      row(row++, group.getKey(), group.getValue());
    }
    return svg.append("</svg>").toString();
  }

  private void there() {
    double y = TOP + ROW / 2;
    svg.append(
        of(
            "<text class=\"there\" x=\"%s\" y=\"%s\" text-anchor=\"end\">public experiment,"
                + " SIGKILL</text><rect class=\"there\" x=\"%s\" y=\"%s\" width=\"%s\""
                + " height=\"8\"><title>%.0f to %.0f s</title></rect>",
            at(LEFT - 12),
            at(y + 4),
            at(x(PublicExperiment.UNREAD_LEAST)),
            at(y - 4),
            at(x(PublicExperiment.UNREAD_MOST) - x(PublicExperiment.UNREAD_LEAST)),
            PublicExperiment.UNREAD_LEAST,
            PublicExperiment.UNREAD_MOST));
  }

  private void row(int row, Combination about, List<RunRecord> runs) {
    double y = TOP + row * ROW + ROW / 2;
    svg.append(
        of(
            "<text x=\"%s\" y=\"%s\" text-anchor=\"end\">%s</text>",
            at(LEFT - 12), at(y + 4), text(about.title())));
    for (var run : runs) {
      if (run.takeoverSeconds() != null) {
        svg.append(
            of(
                "<circle class=\"dot\" cx=\"%s\" cy=\"%s\" r=\"4.5\"><title>run %d: %.2f"
                    + " s</title></circle>",
                at(x(run.takeoverSeconds())), at(y), run.number(), run.takeoverSeconds()));
      }
    }
    var median = Figures.median(runs).takeoverSeconds();
    if (median != null) {
      svg.append(
          of(
              "<line class=\"median\" x1=\"%1$s\" x2=\"%1$s\" y1=\"%2$s\" y2=\"%3$s\"/>",
              at(x(median)), at(y - 9), at(y + 9)));
    }
  }

  private static double x(double seconds) {
    double share = Math.log(Math.max(LEAST, seconds) / LEAST) / Math.log(MOST / LEAST);
    return LEFT + Math.min(1, share) * (WIDTH - LEFT - RIGHT);
  }
}
