package io.hamstring.worker.scenario;

import io.hamstring.contract.settings.WorkerSettings;
import io.hamstring.recovery.processing.Batch;
import io.hamstring.recovery.processing.Result;
import io.hamstring.recovery.processing.StageProcessor;
import io.hamstring.worker.stage.StageProcessorProvider;
import java.nio.file.Path;
import java.util.Optional;

/** Copies each record to the first output, past the traps of its process if it has any. */
public final class TrappedCopy implements StageProcessorProvider {

  @Override
  public String name() {
    return "trapped-copy";
  }

  @Override
  public StageProcessor<?> processor(WorkerSettings settings) {
    return new Copying(
        settings.stage().outputs().get(0).topic(),
        Optional.ofNullable(System.getenv(Trap.VARIABLE)).map(Path::of));
  }

  private record Copying(String topic, Optional<Path> traps) implements StageProcessor<Void> {

    @Override
    public Result<Void> process(Batch batch, Void state) throws Exception {
      pass(Point.BEFORE_WORK);
      var result = new Result.Builder();
      for (var record : batch.records()) {
        result.output(topic, record.key(), record.value(), record);
      }
      pass(Point.AFTER_WORK);
      return result.build();
    }

    private void pass(Point point) throws InterruptedException {
      if (traps.isPresent()) {
        Trap.pass(point, traps.get());
      }
    }
  }
}
