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

  private Copying(Predicate<InputRecord> bad) {
    this.bad = bad;
  }

  static Copying everything() {
    return new Copying(record -> false);
  }

  static Copying allBut(Predicate<InputRecord> bad) {
    return new Copying(bad);
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
