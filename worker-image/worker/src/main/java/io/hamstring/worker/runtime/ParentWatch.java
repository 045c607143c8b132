package io.hamstring.worker.runtime;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Notices that the process which started this one is gone: its end of the pipe closes, however it
 * died.
 */
public final class ParentWatch {

  // Whoever ends this process in good order may close the pipe as it sends the signal.
  private static final Duration SIGNAL_FIRST = Duration.ofMillis(500);

  private ParentWatch() {}

  /**
   * Runs {@code onEnd} once {@code input} has ended or failed, unless this process is already on
   * its way to its end.
   */
  public static void over(InputStream input, Runnable onEnd) {
    var thread =
        new Thread(
            () -> {
              drain(input);
              LockSupport.parkNanos(SIGNAL_FIRST.toNanos());
              if (!isEnding()) {
                onEnd.run();
              }
            },
            "parent-watch");
    thread.setDaemon(true);
    thread.start();
  }

  // The JVM has no other way to ask.
  private static boolean isEnding() {
    var hook = new Thread(() -> {}, "never-started");
    try {
      Runtime.getRuntime().addShutdownHook(hook);
      Runtime.getRuntime().removeShutdownHook(hook);
      return false;
    } catch (IllegalStateException shuttingDown) {
      return true;
    }
  }

  private static void drain(InputStream input) {
    var ignored = new byte[64];
    try {
      while (input.read(ignored) >= 0) {
        continue;
      }
    } catch (IOException broken) {
      return;
    }
  }
}
