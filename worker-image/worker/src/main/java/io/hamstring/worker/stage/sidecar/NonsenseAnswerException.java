package io.hamstring.worker.stage.sidecar;

/** An answer that does not follow the protocol. */
final class NonsenseAnswerException extends Exception {

  private static final long serialVersionUID = 1L;

  NonsenseAnswerException(String message) {
    super(message);
  }
}
