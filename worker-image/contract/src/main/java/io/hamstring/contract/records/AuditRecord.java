package io.hamstring.contract.records;

import java.util.Objects;

/**
 * One line of the audit topic: input records that ended without an output, by a rule of the stage.
 * Written in the transaction that commits their offsets.
 *
 * @param stage the stage's name
 * @param sources encoded {@link SourceIds}; the ordinal is 0
 * @param disposition what became of them
 * @param rule the rule that decided, short and stable, such as {@code src_ip: IpAddress}
 */
public record AuditRecord(String stage, String sources, Disposition disposition, String rule) {

  public AuditRecord {
    Objects.requireNonNull(disposition, "disposition");
  }

  /** How a record can end without an output. */
  public enum Disposition {
    /** A rule of the stage found it not relevant. */
    FILTERED,
    /** A validation rule refused it. */
    INVALID,
    /** It went to the dead-letter topic. */
    DEAD_LETTERED,
    /** It was poison and the spec says to skip. */
    SKIPPED,
    /** Its effect left Kafka (a file, a webhook) and nothing was written to a topic. */
    DELIVERED
  }
}
