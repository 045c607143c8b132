package io.hamstring.contract.batch;

import java.time.Duration;

/**
 * The bounds of a batch as one level of configuration gives them. Either may be absent ({@code
 * null}): levels are merged field by field.
 *
 * @param size Kafka records, at least 1, or null
 * @param timeout time since the batch's first record, not negative, or null
 */
public record BatchBounds(Integer size, Duration timeout) {

  /** Bounds that say nothing. */
  public static final BatchBounds NONE = new BatchBounds(null, null);

  public BatchBounds {
    if (size != null && size < 1) {
      throw new IllegalArgumentException("batch size must be at least 1, was " + size);
    }
    if (timeout != null && timeout.isNegative()) {
      throw new IllegalArgumentException("batch timeout must not be negative, was " + timeout);
    }
  }

  /** These bounds, with {@code higher} taking the place of each field that it gives. */
  public BatchBounds overriddenBy(BatchBounds higher) {
    return new BatchBounds(
        higher.size != null ? higher.size : size,
        higher.timeout != null ? higher.timeout : timeout);
  }
}
