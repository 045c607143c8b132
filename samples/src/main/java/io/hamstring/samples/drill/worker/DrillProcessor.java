package io.hamstring.samples.drill.worker;

import io.hamstring.contract.settings.WorkerSettings;
import io.hamstring.recovery.processing.Batch;
import io.hamstring.recovery.processing.InputRecord;
import io.hamstring.recovery.processing.OutputRecord;
import io.hamstring.recovery.processing.RecordHeader;
import io.hamstring.recovery.processing.Result;
import io.hamstring.recovery.processing.StageProcessor;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * Copies records, each after a fixed time, and signs them with the worker's name. Keys differ from
 * record to record, so that every worker writes to every partition of the output. What was worked
 * on is noted at once, where a killed process leaves it.
 */
final class DrillProcessor implements StageProcessor<Void> {

  private final String topic;
  private final long millis;
  private final List<RecordHeader> headers;
  private final OutputStream log;

  DrillProcessor(WorkerSettings settings) {
    var work = DrillWork.of(settings);
    topic = settings.stage().outputs().get(0).topic();
    millis = work.work().toMillis();
    headers =
        List.of(
            new RecordHeader(DrillWork.WORKER_HEADER, work.pod().getBytes(StandardCharsets.UTF_8)));
    try {
      log =
          Files.newOutputStream(
              DrillWork.log(work.folder(), work.pod()),
              StandardOpenOption.CREATE,
              StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException("a worker of the drill cannot note its work", e);
    }
  }

  @Override
  public Result<Void> process(Batch batch, Void state) throws IOException, InterruptedException {
    var result = new Result.Builder();
    for (var record : batch.records()) {
      Thread.sleep(millis);
      note(record);
      result.output(
          topic,
          record.id().getBytes(StandardCharsets.UTF_8),
          record.value(),
          headers,
          List.of(record),
          OutputRecord.NO_LOOK_BACK);
    }
    return result.build();
  }

  @Override
  public void close() {
    try {
      log.close();
    } catch (IOException e) {
      throw new UncheckedIOException("a worker of the drill cannot note its work", e);
    }
  }

  private void note(InputRecord record) throws IOException {
    var line = record.partition().number() + " " + record.offset() + "\n";
    log.write(line.getBytes(StandardCharsets.US_ASCII));
  }
}
