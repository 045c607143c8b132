package io.hamstring.recovery.port;

import io.hamstring.contract.FailureKind;

/** A call to Kafka that failed, with what has to be rebuilt because of it. */
public sealed class FailedCall extends RuntimeException permits RejectedOutput {

  private static final long serialVersionUID = 1L;

  private final FailureKind kind;

  /** Says in the client's words what failed. */
  public FailedCall(FailureKind kind, String detail, Throwable cause) {
    super(detail, cause);
    this.kind = kind;
  }

  /** What has to be rebuilt. */
  public FailureKind kind() {
    return kind;
  }
}
