package io.hamstring.recovery.loop;

import io.hamstring.recovery.processing.Batch;
import io.hamstring.recovery.processing.InputRecord;
import io.hamstring.recovery.processing.Result;
import io.hamstring.recovery.processing.StageProcessor;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Copies each record; fails of those that are bad; remembers how large batches were. */
final class Copying implements StageProcessor<Void> {

  final List<Integer> sizes = new ArrayList<>();
  private final Predicate<InputRecord> bad;
  private final boolean bounded;

  private Copying(Predicate<InputRecord> bad, boolean bounded) {
    this.bad = bad;
    this.bounded = bounded;
  }

  static Copying everything() {
    return new Copying(record -> false, false);
  }

  /** Copies everything on the thread that reads. */
  static Copying atOnce() {
    return new Copying(record -> false, true);
  }

  static Copying allBut(Predicate<InputRecord> bad) {
    return new Copying(bad, false);
  }

  @Override
  public boolean isBounded() {
    return bounded;
  }

  @Override
  public Result<Void> process(Batch batch, Void state) {
    sizes.add(batch.size());
    var result = new Result.Builder();
    for (var record : batch.records()) {
      if (bad.test(record)) {
        throw new IllegalArgumentException("bad: " + record.id());
      }
      result.output(Scene.OUT, null, record.value(), record);
    }
    return result.build();
  }
}
