package io.hamstring.recovery.port;

import io.hamstring.contract.FailureKind;
import io.hamstring.recovery.processing.InputRecord;

/** An output that Kafka refuses for what it is, such as one too large; its sources are at fault. */
public final class RejectedOutput extends FailedCall {

  private static final long serialVersionUID = 1L;

  private final String topic;
  private final transient InputRecord source;

  /**
   * Tells of the first output of the transaction that was refused.
   *
   * @param topic it was for
   * @param source the first record that it came from
   * @param detail why it was refused, in the client's words
   */
  public RejectedOutput(String topic, InputRecord source, String detail, Throwable cause) {
    super(FailureKind.RECORD_REJECTED, detail, cause);
    this.topic = topic;
    this.source = source;
  }

  /** The topic that it was for. */
  public String topic() {
    return topic;
  }

  /** The first record that it came from. */
  public InputRecord source() {
    return source;
  }
}
