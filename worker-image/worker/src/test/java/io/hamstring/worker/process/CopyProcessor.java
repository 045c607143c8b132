package io.hamstring.worker.process;

import io.hamstring.contract.settings.WorkerSettings;
import io.hamstring.recovery.processing.Batch;
import io.hamstring.recovery.processing.Result;
import io.hamstring.recovery.processing.StageProcessor;
import io.hamstring.worker.stage.StageProcessorProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Copies each record to the first output. With a {@code gate} it first says by a file that it is in
 * a batch, and waits in it until the gate's file is there.
 */
public final class CopyProcessor implements StageProcessorProvider {

  /** What follows the gate's name in the name of the file that says so. */
  static final String REACHED = ".reached";

  @Override
  public String name() {
    return "copy";
  }

  @Override
  public StageProcessor<?> processor(WorkerSettings settings) {
    var gate = settings.stage().config().get("gate");
    return new Copying(
        settings.stage().outputs().get(0).topic(), gate == null ? null : Path.of(gate.toString()));
  }

  private record Copying(String topic, Path gate) implements StageProcessor<Void> {

    @Override
    public Result<Void> process(Batch batch, Void state) throws Exception {
      if (gate != null && !Files.exists(gate)) {
        Files.writeString(gate.resolveSibling(gate.getFileName() + REACHED), "in a batch");
        while (!Files.exists(gate)) {
          LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
          if (Thread.interrupted()) {
            throw new InterruptedException("the batch is given up");
          }
        }
      }
      var result = new Result.Builder();
      for (var record : batch.records()) {
        result.output(topic, record.key(), record.value(), record);
      }
      return result.build();
    }
  }
}
