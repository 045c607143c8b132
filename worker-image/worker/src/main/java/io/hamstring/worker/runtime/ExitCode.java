package io.hamstring.worker.runtime;

/** How a worker's process ended. */
public enum ExitCode {
  /** It was asked to stop and finished what it had in work. */
  STOPPED(0),
  /** An error that nobody expected; it is in the log. */
  FAILED(70),
  /** The process that started it is gone. */
  ORPHANED(71),
  /** A folder cannot be written, or the port is taken. */
  NO_GROUND(74),
  /** A batch would not end, so the worker left its group to be started afresh. */
  SURRENDERED(75),
  /** The configuration cannot be used. */
  MISCONFIGURED(78),
  /** It was asked to stop and did not finish in time. */
  OUT_OF_TIME(143);

  private final int code;

  ExitCode(int code) {
    this.code = code;
  }

  /** The process's exit code. */
  public int code() {
    return code;
  }
}
