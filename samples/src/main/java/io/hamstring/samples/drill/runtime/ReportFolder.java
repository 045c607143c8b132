package io.hamstring.samples.drill.runtime;

import io.hamstring.samples.drill.measure.RunRecord;
import io.hamstring.samples.drill.plan.PlannedRun;
import io.hamstring.samples.runtime.ExitStatus;
import io.hamstring.samples.runtime.RunFailed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Where a drill's reports go: one file for each run, from which the others are made. */
record ReportFolder(Path path) {

  /**
   * Makes it, or makes sure that it is fit for use.
   *
   * @param resume whether runs that it holds are welcome
   */
  void open(boolean resume) throws IOException, RunFailed {
    Files.createDirectories(runs());
    int held = files().size();
    if (held > 0 && !resume) {
      throw new RunFailed(
          ExitStatus.USAGE,
          "%s holds %d runs; go on with --resume, or name another folder with --report"
              .formatted(path, held));
    }
  }

  boolean holds(PlannedRun run) {
    return Files.exists(file(run));
  }

  void keep(PlannedRun run, RunRecord record) throws IOException {
    record.write(file(run));
  }

  /** All runs that it holds. */
  List<RunRecord> all() throws IOException {
    var records = new ArrayList<RunRecord>();
    for (var file : files()) {
      records.add(RunRecord.read(file));
    }
    return records;
  }

  Path json() {
    return path.resolve("report.json");
  }

  Path html() {
    return path.resolve("report.html");
  }

  private Path runs() {
    return path.resolve("runs");
  }

  private Path file(PlannedRun run) {
    return runs().resolve(run.id() + ".json");
  }

  private List<Path> files() throws IOException {
    try (var all = Files.list(runs())) {
      return all.filter(file -> file.toString().endsWith(".json")).sorted().toList();
    }
  }
}
