package io.hamstring.recovery.loop;

import io.hamstring.recovery.processing.OutputRecord;
import io.hamstring.recovery.processing.Result;
import java.util.List;

/**
 * A batch that was worked on and waits for its commit.
 *
 * @param extra dead letters and audit lines, written with its outputs
 * @param gaveUp whether a record of it was given up; its transaction holds nothing of other
 *     partitions
 * @param outputBytes of the outputs together
 */
record Finished(
    Item item, Result<?> result, List<OutputRecord> extra, boolean gaveUp, long outputBytes) {

  Finished(Item item, Result<?> result, List<OutputRecord> extra, boolean gaveUp) {
    this(item, result, extra, gaveUp, bytes(result));
  }

  private static long bytes(Result<?> result) {
    long bytes = 0;
    for (var output : result.outputs()) {
      bytes += output.size();
    }
    return bytes;
  }
}
