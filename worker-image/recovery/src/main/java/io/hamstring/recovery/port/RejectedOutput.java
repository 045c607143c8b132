package io.hamstring.recovery.port;

import io.hamstring.contract.FailureKind;
import io.hamstring.recovery.processing.OutputRecord;

/** An output that Kafka refuses for what it is, such as one too large; its sources are at fault. */
public final class RejectedOutput extends FailedCall {

  private static final long serialVersionUID = 1L;

  private final transient OutputRecord output;

  /** Says in the client's words why it was refused. */
  public RejectedOutput(OutputRecord output, String detail, Throwable cause) {
    super(FailureKind.RECORD_REJECTED, detail, cause);
    this.output = output;
  }

  /** The first output of the transaction that was refused. */
  public OutputRecord output() {
    return output;
  }
}
