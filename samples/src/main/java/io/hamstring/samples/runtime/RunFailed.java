package io.hamstring.samples.runtime;

/** A run that cannot go on; the message is for a person. */
public final class RunFailed extends Exception {

  private static final long serialVersionUID = 1L;

  private final ExitStatus status;

  public RunFailed(ExitStatus status, String message) {
    super(message);
    this.status = status;
  }

  /** How the process ends. */
  public ExitStatus status() {
    return status;
  }
}
