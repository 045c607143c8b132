package io.hamstring.worker.stage.inspector;

import io.hamstring.worker.stage.format.BatchDocument;
import io.hamstring.worker.stage.format.MalformedBatchException;

/**
 * Judges batches of a subnet's lines.
 *
 * @param <S> what it remembers of a partition; immutable and bounded
 */
public interface Inspector<S> {

  /**
   * Judges a batch.
   *
   * @param subnet the batch's key; empty when it has none
   * @param state what the batch before left
   * @throws MalformedBatchException saying why it is no batch to be judged
   */
  Finding<S> inspect(String subnet, BatchDocument batch, S state) throws MalformedBatchException;

  /** What is remembered of a partition of which nothing is known. */
  S initialState();

  /** How many batches rebuild what is remembered of a partition; 0 when nothing is. */
  int lookBack();

  /**
   * What came of a look at a batch.
   *
   * @param suspicious whether its lines go to the detectors
   * @param state what is remembered from here on
   */
  record Finding<S>(boolean suspicious, S state) {}
}
