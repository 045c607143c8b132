package io.hamstring.recovery.loop;

import io.hamstring.recovery.port.Position;
import io.hamstring.recovery.processing.Batch;
import io.hamstring.recovery.processing.Partition;

/**
 * A batch on its way from the queue to the commit.
 *
 * @param epoch the assignment epoch of its partition when it was cut
 * @param after where the partition goes on once it is committed
 * @param replay whether it only rebuilds the state: its outputs are dropped
 * @param bytes size of its records
 * @param cutAt monotonic time
 */
record Item(Batch batch, long epoch, Position after, boolean replay, long bytes, long cutAt) {

  long lastOffset() {
    return batch.records().get(batch.size() - 1).offset();
  }

  Partition partition() {
    return batch.partition();
  }
}
