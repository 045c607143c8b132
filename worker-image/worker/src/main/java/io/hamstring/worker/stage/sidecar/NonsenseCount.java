package io.hamstring.worker.stage.sidecar;

import io.hamstring.recovery.processing.Batch;
import io.hamstring.recovery.processing.Partition;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * How often in a row the same records got a nonsense answer. A sidecar that has just started, or is
 * about to die, talks nonsense about any records; one that keeps doing so about the same ones has a
 * fault that these records bring out. One entry per partition; safe for several threads.
 */
final class NonsenseCount {

  /** From so many nonsense answers on, the records are held to be the reason. */
  static final int ENOUGH = 3;

  private final ConcurrentMap<Partition, Suspects> byPartition = new ConcurrentHashMap<>();

  /** Records from the first to the last offset, and how often a batch that began there failed. */
  private record Suspects(long first, long last, int times) {

    static Suspects of(Batch batch) {
      return new Suspects(firstOf(batch), lastOf(batch), 1);
    }

    /** A later try may take more or fewer records; halves of a batch stay under its suspicion. */
    Suspects and(Batch batch) {
      return first <= firstOf(batch) && firstOf(batch) <= last
          ? new Suspects(first, Math.max(last, lastOf(batch)), times + 1)
          : of(batch);
    }
  }

  /** Counts an answer and says whether the records are now held to be its reason. */
  boolean isEnoughAfter(Batch batch) {
    return byPartition
            .merge(batch.partition(), Suspects.of(batch), (suspects, other) -> suspects.and(batch))
            .times()
        >= ENOUGH;
  }

  /** Forgets the partition's suspects once records behind them are worked on. */
  void passed(Batch batch) {
    byPartition.computeIfPresent(
        batch.partition(), (p, suspects) -> suspects.last() <= lastOf(batch) ? null : suspects);
  }

  private static long firstOf(Batch batch) {
    return batch.records().get(0).offset();
  }

  private static long lastOf(Batch batch) {
    return batch.records().get(batch.size() - 1).offset();
  }
}
