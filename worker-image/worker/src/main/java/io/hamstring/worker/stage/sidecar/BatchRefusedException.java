package io.hamstring.worker.stage.sidecar;

/** The sidecar cannot work on these records, however often it is asked. */
public final class BatchRefusedException extends Exception {

  private static final long serialVersionUID = 1L;

  BatchRefusedException(String message) {
    super(message);
  }

  BatchRefusedException(String message, Throwable cause) {
    super(message, cause);
  }
}
