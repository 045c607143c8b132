package io.hamstring.bench.report;

import java.util.Locale;

/** One self-contained page: a bar per contender, a dot per round. Light, dark and on paper. */
public final class HtmlPage {

  private static final int LEFT = 130;
  private static final int WIDTH = 640;
  private static final int ROW = 34;

  private HtmlPage() {}

  /** The page. */
  public static String of(BenchReport report) {
    var html = new StringBuilder(HEAD);
    html.append("<h1>Records per second, %d-byte records</h1>%n".formatted(report.size()));
    html.append("<p>Bar: median. Dots: rounds. Logarithmic scale. Number: core against it.</p>\n");
    html.append(plot(report));
    html.append("<pre>");
    TextTable.of(report).forEach(line -> html.append(escaped(line)).append('\n'));
    return html.append("</pre>\n</body></html>\n").toString();
  }

  private static String plot(BenchReport report) {
    var rates = report.rates();
    double most =
        rates.values().stream().flatMap(java.util.List::stream).mapToDouble(r -> r).max().orElse(1);
    var svg = new StringBuilder();
    int height = rates.size() * ROW + 30;
    svg.append(
        "<svg viewBox='0 0 %d %d' role='img' aria-label='records per second'>%n"
            .formatted(LEFT + WIDTH + 130, height));
    for (long tick = 100; tick <= most; tick *= 10) {
      double x = x(tick, most);
      svg.append(
          format(
              "<line class='grid' x1='%.1f' y1='0' x2='%.1f' y2='%d'/><text class='tick' x='%.1f'"
                  + " y='%d'>%,d</text>%n",
              x, x, height - 20, x, height - 5, tick));
    }
    int row = 0;
    for (var entry : rates.entrySet()) {
      int y = row++ * ROW + 6;
      double median = Medians.of(entry.getValue());
      var ratio = report.ratios().get(BenchReport.CORE + "/" + entry.getKey());
      svg.append(
          format(
              "<text class='name' x='%d' y='%d'>%s</text><rect class='%s' x='%d' y='%d'"
                  + " width='%.1f' height='20'/>%n",
              LEFT - 8,
              y + 15,
              escaped(entry.getKey()),
              entry.getKey().equals(BenchReport.CORE) ? "core" : "peer",
              LEFT,
              y,
              x(median, most) - LEFT));
      for (double rate : entry.getValue()) {
        svg.append(format("<circle cx='%.1f' cy='%d' r='3'/>%n", x(rate, most), y + 10));
      }
      svg.append(
          format(
              "<text x='%d' y='%d'>%,.0f%s</text>%n",
              LEFT + WIDTH + 8, y + 15, median, ratio == null ? "" : format("  (%.2f ×)", ratio)));
    }
    return svg.append("</svg>\n").toString();
  }

  private static double x(double rate, double most) {
    double least = 2;
    double share = (Math.log10(Math.max(rate, 1)) - least) / (Math.log10(most) - least);
    return LEFT + Math.max(0, share) * WIDTH;
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static final String HEAD =
      """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8"><title>The core against its peers</title>
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <style>
      :root { color-scheme: light dark; --ink: #1b1f24; --paper: #fff; --grid: #d0d7de;
        --core: #0969da; --peer: #8c959f; }
      @media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --paper: #0d1117;
        --grid: #30363d; --core: #58a6ff; --peer: #6e7681; } }
      body { font: 15px/1.4 system-ui, sans-serif; color: var(--ink); background: var(--paper);
        max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
      svg { width: 100%; height: auto; } text { fill: var(--ink); font-size: 13px; }
      .name { text-anchor: end; } .tick { text-anchor: middle; font-size: 11px; }
      .grid { stroke: var(--grid); } .core { fill: var(--core); } .peer { fill: var(--peer); }
      circle { fill: var(--ink); } pre { overflow-x: auto; font-size: 12px; }
      @media print { :root { --ink: #000; --paper: #fff; --grid: #bbb; } body { margin: 0; } }
      </style></head><body>
      """;
}
