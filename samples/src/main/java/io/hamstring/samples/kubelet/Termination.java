package io.hamstring.samples.kubelet;

import java.time.Instant;

/**
 * How a container's process ended.
 *
 * @param exitCode 128 + n when signal n ended it
 * @param message what it wrote to its termination log
 */
record Termination(int exitCode, Instant startedAt, Instant finishedAt, String message) {

  private static final int SIGNAL_BASE = 128;

  /** The signal that ended it; 0 for none. */
  int signal() {
    return exitCode > SIGNAL_BASE ? exitCode - SIGNAL_BASE : 0;
  }

  String reason() {
    return exitCode == 0 ? "Completed" : "Error";
  }
}
