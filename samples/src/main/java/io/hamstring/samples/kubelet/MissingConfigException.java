package io.hamstring.samples.kubelet;

/** A container cannot be started because something that it names is not there. */
final class MissingConfigException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  MissingConfigException(String message) {
    super(message);
  }
}
