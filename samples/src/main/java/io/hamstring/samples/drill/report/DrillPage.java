package io.hamstring.samples.drill.report;

import static io.hamstring.samples.drill.report.Markup.of;
import static io.hamstring.samples.drill.report.Markup.text;

import io.hamstring.samples.drill.measure.RunRecord;
import io.hamstring.samples.drill.plan.Guarding;
import io.hamstring.samples.drill.plan.Mode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/** The report as one page that needs nothing else: figures, the public experiment's, pictures. */
public final class DrillPage {

  private static final String STYLE = "page.css";

  private final DrillReport report;
  private final StringBuilder html = new StringBuilder();

  public DrillPage(DrillReport report) {
    this.report = report;
  }

  /**
   * Writes it.
   *
   * @throws IOException if the file cannot be written
   */
  public void write(Path file) throws IOException {
    Files.writeString(file, html());
  }

  String html() throws IOException {
    html.append(
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Drill: what a dead worker costs</title>
        <style>
        """);
    html.append(style()).append("</style>\n</head>\n<body>\n");
    opening();
    summary();
    comparison();
    runs();
    return html.append("</body>\n</html>\n").toString();
  }

  private void opening() {
    html.append(
        """
        <h1>Drill: what a dead worker costs</h1>
        <p>Three workers of one stage share six partitions, 300 records a second, 5 ms of work for \
        each record, exactly once. One worker is hit at a random moment. The broker has its default \
        settings; a worker that died stays dead, so what goes on is the work of others.</p>
        """);
    var all = report.runs();
    html.append(
        of(
            "<p><b>%d run%s, %d records lost, %d doubled.</b> <span class=\"soft\">%s</span></p>\n",
            all.size(),
            all.size() == 1 ? "" : "s",
            all.stream().mapToLong(RunRecord::lost).sum(),
            all.stream().mapToLong(RunRecord::doubled).sum(),
            all.stream()
                .map(RunRecord::at)
                .max(String::compareTo)
                .map(at -> "The latest at " + at.replace('T', ' ').replace("Z", " UTC."))
                .orElse("")));
  }

  private void summary() {
    html.append("<h2>Takeover</h2>\n<figure>").append(new TakeoverPlot(report).svg());
    html.append(
        """
        <figcaption>A dot is a run: its partition that waited longest. The bar is the median.\
        </figcaption></figure>
        <h2>All figures</h2>
        <p class="soft">Median / maximum over the runs, in seconds. Takeover: from the fault to the \
        first output by another worker, of a run's slowest partition; partition: the median of all \
        partitions that were taken over. Downstream: longest silence of any partition, as a \
        read_committed reader sees it. Survivors: longest silence of a partition whose worker was \
        not hit; p95 over all partitions of such workers in all runs. Resumed: longest silence after \
        a frozen worker went on. Standby: warm workers beside the three. Aborts and revoked: \
        transactions that workers which were not hit aborted, and how often partitions were taken \
        from them, over all runs. Replayed: records worked on again.</p>
        <div class="wide"><table><thead><tr><th>Protocol</th><th class="left">Fault</th>\
        <th class="left">Guard</th><th>Standby</th><th>Runs</th><th>Takeover</th><th>Partition</th><th>Downstream</th>\
        <th>Survivors</th><th>p95</th><th>Resumed</th><th>Aborts</th><th>Revoked</th><th>Replayed</th><th>Lost</th><th>Doubled</th></tr></thead>
        <tbody>
        """);
    report
        .byCombination()
        .forEach(
            (about, runs) ->
                html.append(
                    of(
                        "<tr><td>%s</td><td class=\"left\">%s</td><td class=\"left\">%s</td>"
                            + "<td>%d</td><td>%d</td><td>%s</td><td>%s</td><td>%s</td><td>%s</td>"
                            + "<td>%s</td><td>%s</td><td>%d</td><td>%d</td><td>%s</td>%s%s</tr>\n",
                        about.protocol().id(),
                        text(about.mode().title()),
                        about.guard().id(),
                        about.standby(),
                        runs.size(),
                        pair(runs, Figures::takeoverSeconds),
                        DrillTable.seconds(Figures.partitionTakeover(runs)),
                        pair(runs, Figures::downstreamSilenceSeconds),
                        pair(runs, Figures::survivorSilenceSeconds),
                        DrillTable.seconds(Figures.survivorSilenceP95(runs)),
                        resumed(runs),
                        runs.stream().mapToLong(RunRecord::survivorAborts).sum(),
                        runs.stream().mapToLong(RunRecord::survivorRevocations).sum(),
                        of(
                            "%.0f / %.0f",
                            Figures.median(runs).replayed(), Figures.max(runs).replayed()),
                        count(runs.stream().mapToLong(RunRecord::lost).sum()),
                        count(runs.stream().mapToLong(RunRecord::doubled).sum()))));
    html.append("</tbody></table></div>\n");
  }

  private void comparison() {
    html.append(
        of(
            """
            <h2>The public experiment beside ours</h2>
            <p class="soft">Plain consumers killed with SIGKILL: 3 brokers, 3 consumers, 6 \
            partitions, 300 messages a second, 5 ms of work. Ours: all runs with SIGKILL, on one \
            broker, transactions included.</p>
            <div class="wide"><table><thead><tr><th></th><th>Public experiment</th>\
            <th>Ours, guard off</th><th>Ours, guard on</th></tr></thead><tbody>
            <tr><td>Partitions unread</td><td>%.0f to %.0f s</td>%s%s</tr>
            <tr><td>Survivors silent</td><td>%.0f to %.0f s</td>%s%s</tr>
            <tr><td>Messages worked on again</td><td>about %d</td>%s%s</tr>
            <tr><td>Effects doubled for a read_committed reader</td><td>not measured</td>%s%s</tr>
            </tbody></table></div>
            """,
            PublicExperiment.UNREAD_LEAST,
            PublicExperiment.UNREAD_MOST,
            range(Guarding.OFF, RunRecord::takeoverSeconds, "%.1f to %.1f s"),
            range(Guarding.ON, RunRecord::takeoverSeconds, "%.1f to %.1f s"),
            PublicExperiment.SURVIVORS_SILENT_LEAST,
            PublicExperiment.SURVIVORS_SILENT_MOST,
            range(Guarding.OFF, RunRecord::survivorSilenceSeconds, "%.1f to %.1f s"),
            range(Guarding.ON, RunRecord::survivorSilenceSeconds, "%.1f to %.1f s"),
            PublicExperiment.REPLAYED,
            range(Guarding.OFF, run -> (double) run.replayed(), "%.0f to %.0f"),
            range(Guarding.ON, run -> (double) run.replayed(), "%.0f to %.0f"),
            range(Guarding.OFF, run -> (double) run.doubled(), "%.0f to %.0f"),
            range(Guarding.ON, run -> (double) run.doubled(), "%.0f to %.0f")));
  }

  private String range(Guarding guard, Function<RunRecord, Double> figure, String format) {
    var values =
        report.runs().stream()
            .filter(run -> run.guard() == guard && isKill(run.mode()))
            .map(figure)
            .filter(Objects::nonNull)
            .sorted()
            .toList();
    return values.isEmpty()
        ? "<td class=\"soft\">no run</td>"
        : "<td>" + of(format, values.get(0), values.get(values.size() - 1)) + "</td>";
  }

  private static boolean isKill(Mode mode) {
    return switch (mode) {
      case SIGKILL, SIGKILL_OPEN, SIGKILL_PENDING -> true;
      case SIGTERM, SIGSTOP -> false;
    };
  }

  private void runs() {
    html.append(
        """
        <h2>Every run</h2>
        <p class="soft">A row is a partition; colour and letter say whose outputs it had. The red \
        line is the fault, a red diamond the first output by another worker, the red ground the time \
        in between.</p>
        """);
    report
        .byCombination()
        .forEach(
            (about, runs) -> {
              html.append("<h3>").append(text(about.title())).append("</h3>\n");
              runs.forEach(this::run);
            });
  }

  private void run(RunRecord run) {
    html.append("<figure>").append(new StripPlot(run).svg()).append("<figcaption>");
    for (int worker = 0; worker < run.workers().size(); worker++) {
      html.append(
          of(
              "<span class=\"key k%d\">%s</span>%s ",
              worker,
              StripPlot.letter(worker),
              run.workers().get(worker).equals(run.victim()) ? " hit" : ""));
    }
    html.append(
        of(
            "Run %d, seed %d: <b>%s</b></figcaption></figure>\n",
            run.number(), run.seed(), text(DrillTable.line(run))));
  }

  private static String pair(List<RunRecord> runs, Function<Figures, Double> figure) {
    return DrillTable.seconds(figure.apply(Figures.median(runs)))
        + " / "
        + DrillTable.seconds(figure.apply(Figures.max(runs)));
  }

  private static String resumed(List<RunRecord> runs) {
    return runs.stream()
        .map(RunRecord::afterResumeSeconds)
        .filter(Objects::nonNull)
        .max(Double::compare)
        .map(DrillTable::seconds)
        .orElse("");
  }

  private static String count(long faults) {
    return of("<td%s>%d</td>", faults == 0 ? "" : " class=\"bad\"", faults);
  }

  private static String style() throws IOException {
    try (InputStream style = DrillPage.class.getResourceAsStream(STYLE)) {
      if (style == null) {
        throw new IOException("the class path holds no " + STYLE);
      }
      return new String(style.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
