package io.hamstring.recovery.loop;

import java.time.Duration;

/**
 * Bounds the batches of a partition. The first ones after an assignment are small, so that the
 * first outputs of a takeover do not wait for a whole batch. Narrows down which record fails: a
 * batch that fails is tried again after a rest, with half its size each time, until a record fails
 * alone; only then its attempts count. Grown back as batches succeed. Confined to the loop thread.
 */
final class Isolation {

  /**
   * Where batches need not be full: outputs come after one record's work; the seventh may hold 64.
   */
  static final int FIRST_BATCH = 1;

  private static final Duration FIRST_REST = Duration.ofMillis(100);
  private static final Duration LONGEST_REST = Duration.ofSeconds(5);

  private final int maxAttempts;
  private int limit;
  private int failures;
  private int attemptsAlone;
  private long restsUntil;
  private boolean resting;
  private boolean careful;

  /**
   * @param first bound of the first batch
   */
  Isolation(int maxAttempts, int first) {
    this.maxAttempts = maxAttempts;
    this.limit = first;
  }

  int bounded(int size) {
    return Math.min(size, limit);
  }

  boolean isResting(long now) {
    if (resting && now - restsUntil >= 0) {
      resting = false;
    }
    return resting;
  }

  /** Times the record at the head has failed alone. */
  int attempts() {
    return attemptsAlone;
  }

  /** A batch of that size failed. Whether its one record is now known to be poison. */
  boolean failed(int size, long now) {
    failures++;
    rest(now);
    if (size == 1) {
      attemptsAlone++;
      return attemptsAlone >= maxAttempts;
    }
    limit = size / 2;
    return false;
  }

  /** One record of the batch is poison: work on its neighbours one by one. */
  void one() {
    limit = 1;
  }

  /**
   * Kafka refused an output of this partition, which shows only at the commit: until its record is
   * given up, each batch waits for the commit of the one before.
   */
  void refused() {
    limit = 1;
    careful = true;
  }

  boolean isCareful() {
    return careful;
  }

  /** The record that was searched for is found. */
  void gaveUp() {
    careful = false;
  }

  /** A batch of that size succeeded, or its record was given up. */
  void passed(int size) {
    failures = 0;
    attemptsAlone = 0;
    resting = false;
    if (limit != Integer.MAX_VALUE && size >= limit) {
      limit = limit > Integer.MAX_VALUE / 2 ? Integer.MAX_VALUE : limit * 2;
    }
  }

  private void rest(long now) {
    var rest = FIRST_REST.multipliedBy(1L << Math.min(failures - 1, 10));
    restsUntil = now + (rest.compareTo(LONGEST_REST) < 0 ? rest : LONGEST_REST).toNanos();
    resting = true;
  }
}
