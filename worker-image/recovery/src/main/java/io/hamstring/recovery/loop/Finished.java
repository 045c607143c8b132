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
 * @param isWhole whether what is to be written is still there
 * @param outputs how many came of it
 * @param outputBytes of the outputs together
 */
record Finished(
    Item item,
    Result<?> result,
    List<OutputRecord> extra,
    boolean gaveUp,
    boolean isWhole,
    int outputs,
    long outputBytes) {

  Finished(Item item, Result<?> result, List<OutputRecord> extra, boolean gaveUp) {
    this(item, result, extra, gaveUp, true, result.outputs().size(), bytes(result));
  }

  /** The same, with what was to be written let go. */
  Finished withoutOutputs() {
    var rest =
        new Result<>(List.of(), result.disposals(), result.rejections(), (Object) result.state());
    return new Finished(item, rest, List.of(), gaveUp, false, outputs, outputBytes);
  }

  private static long bytes(Result<?> result) {
    long bytes = 0;
    for (var output : result.outputs()) {
      bytes += output.size();
    }
    return bytes;
  }
}
