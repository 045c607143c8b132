package io.hamstring.samples.runtime;

/** How a run ends. */
public enum ExitStatus {
  /** Nothing lost, nothing doubled. */
  OK(0),
  /** The audit found a fault, or the run could not be carried out. */
  FAILED(1),
  /** The command line cannot be followed. */
  USAGE(2),
  /** The input was not worked off in time. */
  TIMED_OUT(3),
  /** A signal ended it, such as that of Ctrl-C. */
  INTERRUPTED(130);

  private final int code;

  ExitStatus(int code) {
    this.code = code;
  }

  /** The exit code of the process. */
  public int code() {
    return code;
  }
}
