package io.hamstring.samples.drill.runtime;

import io.hamstring.samples.drill.plan.Mode;
import io.hamstring.samples.drill.worker.DrillWork;
import io.hamstring.samples.drill.worker.DrillWork.Stop;
import io.hamstring.samples.kubelet.LocalKubelet;
import io.hamstring.samples.runtime.ExitStatus;
import io.hamstring.samples.runtime.RunFailed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * What is done to one worker.
 *
 * @param folder where it looks for orders
 * @param victim its pod
 */
record Fault(LocalKubelet kubelet, Path folder, Mode mode, String victim) {

  private static final Duration STANDS_BOUND = Duration.ofSeconds(10);
  private static final long LOOK = 2;

  /** Strikes; answers the moment before, in milliseconds since 1970. */
  long strike() throws RunFailed, InterruptedException, IOException {
    if (mode == Mode.SIGKILL_OPEN) {
      standStill(Stop.BEFORE_COMMIT);
    } else if (mode == Mode.SIGKILL_PENDING) {
      standStill(Stop.BEFORE_RECORDS);
    }
    long at = System.currentTimeMillis();
    switch (mode) {
      case SIGTERM -> kubelet.terminate(DrillPipeline.NAMESPACE, victim);
      case SIGSTOP -> kubelet.pause(DrillPipeline.NAMESPACE, victim);
      case SIGKILL, SIGKILL_OPEN, SIGKILL_PENDING -> kubelet.kill(DrillPipeline.NAMESPACE, victim);
    }
    return at;
  }

  boolean freezes() {
    return mode == Mode.SIGSTOP;
  }

  /** Lets a frozen worker go on. */
  void end() {
    kubelet.resume(DrillPipeline.NAMESPACE, victim);
  }

  private void standStill(Stop stop) throws RunFailed, InterruptedException, IOException {
    Files.createFile(DrillWork.order(folder, victim, stop));
    long bound = System.nanoTime() + STANDS_BOUND.toNanos();
    while (!Files.exists(DrillWork.stands(folder, victim))) {
      if (System.nanoTime() > bound) {
        throw new RunFailed(
            ExitStatus.TIMED_OUT, victim + " committed nothing for " + STANDS_BOUND.toSeconds());
      }
      Thread.sleep(LOOK);
    }
  }
}
