package io.hamstring.samples.runtime;

import io.hamstring.samples.audit.AuditReport;
import io.hamstring.samples.audit.AuditTable;
import io.hamstring.samples.traffic.DnsTraffic;
import io.hamstring.samples.view.Screen;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** A whole local run: the cluster, the pipeline in it, the feed, the audit. */
public final class Session {

  private static final Instant FIRST_QUERY = Instant.parse("2026-03-01T12:00:00Z");

  /** Read by the logging configuration, which is loaded after it is set. */
  private static final String LOG_FILE = "hamstring.run.log";

  private static final int COLUMNS = 120;

  private final RunOptions options;
  private final Path samples;
  private final PrintStream out;
  private final Screen screen;

  /**
   * @param samples the folder that holds the build's {@code target}
   */
  public Session(RunOptions options, Path samples, PrintStream out) {
    this.options = options;
    this.samples = samples;
    this.out = out;
    screen =
        new Screen(
            out,
            Boolean.getBoolean("hamstring.terminal"),
            Integer.getInteger("hamstring.columns", COLUMNS));
  }

  /** The folder of this module, of which the classes' location tells. */
  public static Path samplesFolder() {
    try {
      var classes =
          Path.of(Session.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      return classes.getParent().getParent();
    } catch (URISyntaxException e) {
      throw new IllegalStateException("the location of the local run's classes is no path", e);
    }
  }

  /**
   * Runs to the end.
   *
   * @throws RunFailed if it cannot be carried out
   */
  public ExitStatus run() throws RunFailed, InterruptedException {
    var file = options.pipelineFile();
    long total = options.recordsOf(options.linesOfInput());
    try (var folder = RunFolder.create(samples.resolve("target").resolve("local-run"))) {
      System.setProperty(LOG_FILE, folder.path().resolve("local-run.log").toString());
      return run(folder.path(), file, total);
    } catch (IOException e) {
      throw new RunFailed(ExitStatus.FAILED, e.getMessage());
    }
  }

  private ExitStatus run(Path folder, PipelineFile file, long total)
      throws RunFailed, InterruptedException, IOException {
    try (var cluster = LocalCluster.start(folder, WorkerProgram.command(samples))) {
      var sink = options.clickHouse() ? cluster.startClickHouse() : null;
      try (var run = new PipelineRun(options, cluster, file, screen, sink)) {
        tellAbout(cluster, file);
        if (sink != null) {
          out.println("clickhouse  " + sink.url() + ", database " + LocalSink.DATABASE);
        }
        run.create();
        run.awaitWorkers();
        return feed(cluster, run, total, folder, sink);
      } catch (RuntimeException e) {
        if (cluster.isEndingWithJvm()) {
          return ExitStatus.INTERRUPTED;
        }
        throw e;
      }
    }
  }

  private ExitStatus feed(
      LocalCluster cluster, PipelineRun run, long total, Path folder, LocalSink sink)
      throws RunFailed, InterruptedException, IOException {
    var topics = run.sensorTopics();
    if (topics.isEmpty()) {
      throw new RunFailed(
          ExitStatus.FAILED, "every input of the pipeline is written by one of its own stages");
    }
    var topic = topics.get(0);
    var traffic = traffic();
    var lines = lines(traffic, total);
    screen.say(
        "feeding %s into %s%s"
            .formatted(
                total == Long.MAX_VALUE ? "records" : total + " records",
                topic,
                options.once() ? "" : " at a modest rate; Ctrl-C ends everything"));
    try (var feed =
        Feed.start(
            cluster.bootstrapServers(), topic, lines, options.pace(total), run.killsOpen())) {
      var took = run.watch(feed);
      screen.say("worked off; reading every topic back …");
      var fed =
          new RunAudit.Fed(
              topic,
              feed.acknowledged(),
              traffic.map(t -> options.seed()).orElse(null),
              traffic.map(DnsTraffic::planted).orElse(null));
      return audit(
          new RunAudit(cluster.bootstrapServers(), run.settings(), sink), fed, took, run, folder);
    }
  }

  private ExitStatus audit(
      RunAudit audit, RunAudit.Fed fed, Duration took, PipelineRun run, Path folder)
      throws IOException {
    var report = audit.report(fed, took, run.killed());
    write(report, folder.resolve("report.json"));
    if (options.report() != null) {
      write(report, options.report());
    }
    AuditTable.lines(report).forEach(out::println);
    return report.exactlyOnce() ? ExitStatus.OK : ExitStatus.FAILED;
  }

  private void write(AuditReport report, Path file) throws IOException {
    report.writeTo(file);
    out.println("report: " + file);
  }

  private Optional<DnsTraffic> traffic() {
    return options.input() == null
        ? Optional.of(new DnsTraffic(options.seed(), FIRST_QUERY))
        : Optional.empty();
  }

  private LogLines lines(Optional<DnsTraffic> traffic, long total) throws IOException {
    return traffic.isPresent()
        ? LogLines.generated(traffic.get(), total)
        : LogLines.of(options.input(), total);
  }

  private void tellAbout(LocalCluster cluster, PipelineFile file) {
    out.println("broker      " + cluster.bootstrapServers());
    out.println("logs        " + cluster.folder());
    out.println(
        "kubectl     KUBECONFIG=%s kubectl -n %s get hpl %s -o yaml"
            .formatted(cluster.kubeconfig(), file.namespace(), file.name()));
    out.flush();
  }
}
