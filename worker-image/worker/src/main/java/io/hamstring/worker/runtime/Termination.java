package io.hamstring.worker.runtime;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of the process by SIGTERM: asks the worker to stop, waits for it within a bound, and ends
 * the process with the worker's own exit code, where the JVM would say 143.
 */
final class Termination {

  private static final Logger LOG = LoggerFactory.getLogger(Termination.class);

  private final CompletableFuture<ExitCode> end = new CompletableFuture<>();

  private Termination() {}

  /** Calls {@code stop} when the process is asked to end. */
  static Termination stops(Runnable stop, Duration bound) {
    var termination = new Termination();
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> termination.act(stop, bound), "termination"));
    return termination;
  }

  /** Says that the worker has ended. */
  void reached(ExitCode code) {
    end.complete(code);
  }

  private void act(Runnable stop, Duration bound) {
    stop.run();
    Runtime.getRuntime().halt(outcome(bound).code());
  }

  private ExitCode outcome(Duration bound) {
    try {
      return end.get(bound.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException late) {
      LOG.error("the worker did not stop within {}", bound);
    } catch (ExecutionException | InterruptedException broken) {
      LOG.error("the worker's end was not waited for", broken);
    }
    return ExitCode.OUT_OF_TIME;
  }
}
