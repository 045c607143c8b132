package io.hamstring.recovery.processing;

import io.hamstring.contract.batch.BatchBounds;
import java.util.Optional;

/**
 * The work of a stage. It is called with one batch at a time per partition, batches of different
 * partitions possibly at once, on threads of the worker. It may be called again with the same
 * records: what it answers must not depend on how often.
 *
 * @param <S> what it remembers of a partition from batch to batch; immutable; {@code Void} for most
 */
public interface StageProcessor<S> extends AutoCloseable {

  /**
   * Works on a batch.
   *
   * @param state what the batch before left; {@link #initialState()} at first
   * @throws ProcessorUnavailableException if a helper cannot be used now
   * @throws InterruptedException if the batch took too long and is given up
   * @throws Exception any other: the records are tried again, and isolated if they keep failing
   */
  Result<S> process(Batch batch, S state) throws Exception;

  /** The state of a partition of which nothing is known. */
  default S initialState() {
    return null;
  }

  /**
   * How many records before the committed offset are replayed without output to rebuild the state
   * of a newly assigned partition; 0 for a stage without state.
   */
  default int lookBack() {
    return 0;
  }

  /** Whether its effects leave Kafka; then every transaction holds one batch. */
  default boolean effectsLeaveKafka() {
    return false;
  }

  /**
   * Whether a batch costs no more than its bytes: nothing is waited for, and nothing outside of the
   * batch and the state is asked. Then it is worked on where it is read, which saves it two changes
   * of thread; a worker that waits there would miss its polls. Never true of a user's code.
   */
  default boolean isBounded() {
    return false;
  }

  /** Bounds that stand above all configured ones; for stages that batch in their own way. */
  default BatchBounds ownBounds() {
    return BatchBounds.NONE;
  }

  /**
   * Why it could not work now, for a person; empty when it could. A worker is not ready until its
   * processor is. Asked by probes, on any thread: answers within a second.
   */
  default Optional<String> whyUnready() {
    return Optional.empty();
  }

  /**
   * Makes sure that it can work, before its worker becomes a member of the group: at the start, and
   * after it could not. While this fails the worker holds no membership and tries again, later each
   * time. Called on the loop thread: answers within twenty seconds.
   *
   * @throws ProcessorUnavailableException if it cannot
   */
  default void prepare() throws ProcessorUnavailableException, InterruptedException {}

  /** Lets go of what it holds. */
  @Override
  default void close() {}
}
