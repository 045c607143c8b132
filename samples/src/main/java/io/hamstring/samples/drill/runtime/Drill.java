package io.hamstring.samples.drill.runtime;

import io.hamstring.samples.drill.measure.RunRecord;
import io.hamstring.samples.drill.plan.DrillOptions;
import io.hamstring.samples.drill.plan.Guarding;
import io.hamstring.samples.drill.plan.PlannedRun;
import io.hamstring.samples.drill.report.DrillPage;
import io.hamstring.samples.drill.report.DrillReport;
import io.hamstring.samples.drill.report.DrillTable;
import io.hamstring.samples.drill.worker.DrillWorkerMain;
import io.hamstring.samples.kubelet.KubeletSettings.Frozen;
import io.hamstring.samples.kubelet.RestartBackOff;
import io.hamstring.samples.runtime.ExitStatus;
import io.hamstring.samples.runtime.LocalCluster;
import io.hamstring.samples.runtime.RunFailed;
import io.hamstring.samples.runtime.RunFolder;
import io.hamstring.samples.runtime.WorkerProgram;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.apache.kafka.common.KafkaException;

/** All runs of a drill, one after the other in one local cluster, with a report after each. */
public final class Drill {

  /**
   * A worker that died stays dead for its run: one that is back within seconds settles what it left
   * by itself, and nobody would see what the others do without it.
   */
  private static final RestartBackOff STAYS_DEAD =
      new RestartBackOff(Duration.ofHours(1), Duration.ofHours(1), Duration.ofHours(1));

  private static final int TRIES = 2;

  private final DrillOptions options;
  private final Path samples;
  private final PrintStream out;
  private final ReportFolder reports;
  private final long began = System.nanoTime();
  private boolean failed;

  /**
   * @param samples the folder of the module, with its build
   */
  public Drill(DrillOptions options, Path samples, PrintStream out) {
    this.options = options;
    this.samples = samples;
    this.out = out;
    reports = new ReportFolder(options.report());
  }

  /**
   * Carries out all runs.
   *
   * @throws RunFailed if the report's folder cannot be used
   */
  public ExitStatus run() throws RunFailed, InterruptedException {
    try {
      reports.open(options.resume());
      var plan = options.plan();
      var open = plan.stream().filter(run -> !reports.holds(run)).toList();
      say(
          "%d runs, of which %d are done already"
              .formatted(plan.size(), plan.size() - open.size()));
      if (!open.isEmpty()) {
        runAll(plan, open);
      }
      var records = reports.all();
      var report = write();
      DrillTable.lines(report).forEach(this::say);
      say("report: " + reports.html());
      return failed || !records.stream().allMatch(this::isGood) ? ExitStatus.FAILED : ExitStatus.OK;
    } catch (IOException e) {
      throw new RunFailed(ExitStatus.FAILED, e.getMessage());
    }
  }

  private void runAll(List<PlannedRun> plan, List<PlannedRun> open)
      throws InterruptedException, IOException {
    try (var folder = RunFolder.create(samples.resolve("target").resolve("drill-runs"))) {
      System.setProperty("hamstring.run.log", folder.path().resolve("drill.log").toString());
      say("logs: " + folder.path());
      LocalCluster cluster = null;
      try {
        for (var run : open) {
          if (System.nanoTime() - began > options.within().toNanos()) {
            say("the time is over; go on with --resume");
            break;
          }
          for (int attempt = 1; attempt <= TRIES && !reports.holds(run); attempt++) {
            var place = folder.path().resolve(run.id() + "-" + attempt);
            if (cluster == null) {
              cluster = start(folder.path().resolve("cluster-" + run.id() + "-" + attempt));
              warmUp(cluster, run, folder.path().resolve("warm-up-" + run.id() + "-" + attempt));
            }
            if (!attempt(cluster, run, place, plan.indexOf(run) + 1, plan.size())) {
              cluster.close();
              cluster = null;
            }
          }
          failed = failed || !reports.holds(run);
        }
      } finally {
        if (cluster != null) {
          cluster.close();
        }
      }
    }
  }

  private LocalCluster start(Path folder) throws IOException {
    var command =
        WorkerProgram.command(
            samples,
            DrillWorkerMain.class.getName(),
            List.of(samples.resolve("target").resolve("classes")));
    return LocalCluster.start(folder, command, pods -> pods.with(STAYS_DEAD).with(Frozen.LEFT));
  }

  private void warmUp(LocalCluster cluster, PlannedRun run, Path place)
      throws InterruptedException, IOException {
    if (options.warmUp()) {
      var label = "[warm-up] " + run.combination().title() + ": ";
      try {
        record(cluster, run, place, label);
      } catch (RunFailed | KafkaException | IllegalStateException e) {
        say(label + "could not be carried out: " + e.getMessage());
      }
    }
  }

  private RunRecord record(LocalCluster cluster, PlannedRun run, Path place, String label)
      throws RunFailed, InterruptedException, IOException {
    var name = "run-" + Long.toString(System.currentTimeMillis(), Character.MAX_RADIX);
    var record = new DrillRun(cluster, run, name, place, step -> say(label + step)).record();
    say(label + DrillTable.line(record));
    return record;
  }

  private boolean attempt(LocalCluster cluster, PlannedRun run, Path place, int number, int of)
      throws InterruptedException, IOException {
    var label =
        "[%d/%d] %s, seed %d: ".formatted(number, of, run.combination().title(), run.seed());
    try {
      reports.keep(run, record(cluster, run, place, label));
      write();
      return true;
    } catch (RunFailed | KafkaException | IllegalStateException e) {
      say(label + "could not be carried out: " + e.getMessage());
      return false;
    }
  }

  private DrillReport write() throws IOException {
    var report = new DrillReport(reports.all());
    report.write(reports.json());
    new DrillPage(report).write(reports.html());
    return report;
  }

  private boolean isGood(RunRecord run) {
    var bound = options.takeoverBound();
    boolean inTime =
        bound.isEmpty()
            || run.guard() == Guarding.OFF
            || run.takeoverSeconds() != null
                && run.takeoverSeconds() * 1_000 <= bound.get().toMillis();
    if (!inTime) {
      say(
          String.format(
              Locale.ROOT,
              "%s took %s s to take over, longer than %.1f s",
              run.combination().title(),
              run.takeoverSeconds(),
              bound.get().toMillis() / 1_000.0));
    }
    return inTime && run.isExactlyOnce();
  }

  private void say(String line) {
    out.println(line);
    out.flush();
  }
}
