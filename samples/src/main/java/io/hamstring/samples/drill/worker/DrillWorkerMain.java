package io.hamstring.samples.drill.worker;

import io.hamstring.worker.config.ConfigFile;
import io.hamstring.worker.runtime.ExitCode;
import io.hamstring.worker.runtime.ParentWatch;
import io.hamstring.worker.runtime.PodEnvironment;
import io.hamstring.worker.runtime.WorkerProcess;
import java.time.Clock;

/** The real worker, whose transactions the drill can make stand still to kill it there. */
public final class DrillWorkerMain {

  private DrillWorkerMain() {}

  /** Works until SIGTERM. */
  public static void main(String[] arguments) {
    ParentWatch.over(System.in, () -> Runtime.getRuntime().halt(ExitCode.ORPHANED.code()));
    var variables = System.getenv();
    var settings = ConfigFile.load(ConfigFile.defaultPath(variables), variables).settings();
    var work = DrillWork.of(settings);
    var process =
        new WorkerProcess(
            settings,
            new PodEnvironment(variables),
            Clock.systemUTC(),
            cluster -> new StoppableCluster(cluster, work));
    System.exit(process.run().code());
  }
}
