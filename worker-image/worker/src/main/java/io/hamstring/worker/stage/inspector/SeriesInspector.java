package io.hamstring.worker.stage.inspector;

import io.hamstring.worker.stage.format.BatchDocument;
import io.hamstring.worker.stage.format.Json;
import io.hamstring.worker.stage.format.MalformedBatchException;
import io.hamstring.worker.stage.format.Timestamps;
import io.hamstring.worker.stage.format.ZeekShape;
import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * Finds a batch suspicious whose lines come at odd times: the lines are counted in bins of equal
 * length from its begin to its end, each count is scored against those before it of the same
 * subnet, and the share of odd ones decides. The work is bounded by the number of lines, not by the
 * time that they span.
 */
final class SeriesInspector implements Inspector<SubnetWindows> {

  /** HAMSTRING's name of it. */
  static final String NAME = "StreamADInspector";

  private final SeriesSettings settings;

  SeriesInspector(SeriesSettings settings) {
    this.settings = settings;
  }

  @Override
  public Finding<SubnetWindows> inspect(String subnet, BatchDocument batch, SubnetWindows state)
      throws MalformedBatchException {
    long begin = time("begin_timestamp", batch.begin());
    long end = time("end_timestamp", batch.end());
    if (end < begin) {
      throw new MalformedBatchException("a batch ends before it begins: " + batch.end());
    }
    long bins = (end - begin) / settings.binMicros() + 1;
    var cursor =
        state
            .of(subnet)
            .orElseGet(() -> SeriesWindow.empty(settings.windowLength()))
            .cursor(settings.model(), settings.scoreThreshold());
    walk(binsOfLines(batch, begin, end), bins, cursor);
    return new Finding<>(
        (double) cursor.odd() / bins > settings.anomalyThreshold(),
        state.with(subnet, cursor.window()));
  }

  private static void walk(long[] binsOfLines, long bins, SeriesWindow.Cursor cursor) {
    long expected = 0;
    for (int i = 0; i < binsOfLines.length; ) {
      long bin = binsOfLines[i];
      int count = 0;
      while (i < binsOfLines.length && binsOfLines[i] == bin) {
        count++;
        i++;
      }
      cursor.addZeros(bin - expected);
      cursor.add(count);
      expected = bin + 1;
    }
    cursor.addZeros(bins - expected);
  }

  /** The bin of each line within the batch's time, ascending; other lines count nowhere. */
  private long[] binsOfLines(BatchDocument batch, long begin, long end) {
    var bins =
        batch.singleLines().stream()
            .flatMapToLong(line -> Json.text(line, ZeekShape.TS).stream().flatMapToLong(this::time))
            .filter(time -> time >= begin && time <= end)
            .map(time -> (time - begin) / settings.binMicros())
            .toArray();
    Arrays.sort(bins);
    return bins;
  }

  private LongStream time(String text) {
    return Timestamps.ofIso(text).stream();
  }

  private static long time(String field, String text) throws MalformedBatchException {
    return Timestamps.ofIso(text)
        .orElseThrow(
            () -> new MalformedBatchException("the " + field + " of a batch is no time: " + text));
  }

  @Override
  public SubnetWindows initialState() {
    return SubnetWindows.EMPTY;
  }

  /** So many batches rebuild the windows of as many subnets as are remembered. */
  @Override
  public int lookBack() {
    return SubnetWindows.MAX_SUBNETS;
  }
}
