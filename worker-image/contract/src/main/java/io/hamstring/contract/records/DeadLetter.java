package io.hamstring.contract.records;

/** Names of the headers by which a dead letter says where it came from and why. */
public final class DeadLetter {

  /** Every one of them begins so. */
  public static final String PREFIX = "hamstring-dead-letter-";

  /** The stage that gave the record up. */
  public static final String STAGE = PREFIX + "stage";

  /** The topic that the record was read from. */
  public static final String TOPIC = PREFIX + "topic";

  /** The partition that it was read from. */
  public static final String PARTITION = PREFIX + "partition";

  /** Its offset there. */
  public static final String OFFSET = PREFIX + "offset";

  private DeadLetter() {}
}
