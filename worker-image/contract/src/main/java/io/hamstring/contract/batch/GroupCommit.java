package io.hamstring.contract.batch;

import java.time.Duration;

/**
 * How much finished work one transaction takes.
 *
 * @param enabled whether a transaction may hold more than one batch
 * @param maxRecords input records per transaction, at least 1
 * @param maxBytes output bytes per transaction, at least 1
 * @param maxDelay a cap on how long a transaction is filled, and on the rest of few records after a
 *     commit
 */
public record GroupCommit(boolean enabled, int maxRecords, long maxBytes, Duration maxDelay) {

  /** The measured defaults: 150,000 records, 16 MiB, 100 ms. */
  public static final GroupCommit DEFAULT =
      new GroupCommit(true, 150_000, 16L << 20, Duration.ofMillis(100));

  /** One batch, one transaction. */
  public static final GroupCommit OFF = new GroupCommit(false, 1, 1, Duration.ZERO);

  public GroupCommit {
    if (maxRecords < 1 || maxBytes < 1 || maxDelay.isNegative()) {
      throw new IllegalArgumentException(
          "group commit needs maxRecords >= 1, maxBytes >= 1 and maxDelay >= 0, was "
              + maxRecords
              + ", "
              + maxBytes
              + ", "
              + maxDelay);
    }
  }
}
