package io.hamstring.recovery.processing;

/**
 * The stage's own helper (a sidecar, a webhook, a model file) cannot be used now. It is no fault of
 * the records: no attempt is counted, and the batch is worked on again.
 */
public final class ProcessorUnavailableException extends Exception {

  private static final long serialVersionUID = 1L;

  /** Says what cannot be used and why. */
  public ProcessorUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
