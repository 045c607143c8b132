package io.hamstring.operator.guard.runtime;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What asks the API server, one after the other, so that nobody waits while it is away. */
public final class SlowTasks implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(SlowTasks.class);

  /** A node with so many pods is none that Kubernetes runs. */
  private static final int MOST = 1000;

  private final ThreadPoolExecutor thread =
      new ThreadPoolExecutor(
          1,
          1,
          0,
          TimeUnit.SECONDS,
          new ArrayBlockingQueue<>(MOST),
          task -> {
            var one = new Thread(task, "guard api");
            one.setDaemon(true);
            return one;
          });

  /** Runs a task soon; false when too many are waiting, or after the end. */
  public boolean offer(Runnable task) {
    try {
      thread.execute(
          () -> {
            try {
              task.run();
            } catch (RuntimeException failed) {
              LOG.atWarn().setCause(failed).log("the API server did not take what the guard says");
            }
          });
      return true;
    } catch (RejectedExecutionException full) {
      return false;
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
