package io.hamstring.worker.scenario;

import io.hamstring.worker.config.ConfigFile;
import io.hamstring.worker.runtime.ParentWatch;
import io.hamstring.worker.runtime.PodEnvironment;
import io.hamstring.worker.runtime.WorkerProcess;
import java.nio.file.Path;
import java.time.Clock;

/** The worker's process, except that traps can be set in its way. */
public final class TrappedMain {

  private TrappedMain() {}

  public static void main(String[] arguments) {
    var variables = System.getenv();
    ParentWatch.over(System.in, () -> Runtime.getRuntime().halt(1));
    var settings = ConfigFile.load(ConfigFile.defaultPath(variables), variables).settings();
    var traps = Path.of(variables.get(Trap.VARIABLE));
    var code =
        new WorkerProcess(
                settings,
                new PodEnvironment(variables),
                Clock.systemUTC(),
                cluster -> TrappedCluster.around(cluster, traps))
            .run();
    System.exit(code.code());
  }
}
