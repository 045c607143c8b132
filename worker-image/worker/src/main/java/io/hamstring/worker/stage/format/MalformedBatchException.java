package io.hamstring.worker.stage.format;

/** A record that should hold a batch and does not; its message is for a person. */
public final class MalformedBatchException extends Exception {

  private static final long serialVersionUID = 1L;

  /** Says what is wrong. */
  public MalformedBatchException(String message) {
    super(message);
  }
}
