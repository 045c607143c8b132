package io.hamstring.worker.stage.logserver;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hamstring.recovery.processing.Batch;
import io.hamstring.recovery.processing.InputRecord;
import io.hamstring.recovery.processing.RecordHeader;
import io.hamstring.recovery.processing.Result;
import io.hamstring.recovery.processing.StageProcessor;
import io.hamstring.worker.stage.format.MessageId;
import io.hamstring.worker.stage.format.StableId;
import java.util.List;

/**
 * The logserver: hands every line on unchanged, readable or not, to each collector, under the
 * subnet of its client, so that one worker sees a whole subnet. The message id is in a header.
 */
public final class LogserverProcessor implements StageProcessor<Void> {

  private final LogserverSettings settings;
  private final List<String> topics;

  /** Writes to all {@code topics}. */
  public LogserverProcessor(LogserverSettings settings, List<String> topics) {
    this.settings = settings;
    this.topics = List.copyOf(topics);
  }

  @Override
  public boolean isBounded() {
    return true;
  }

  @Override
  public Result<Void> process(Batch batch, Void state) {
    var result = new Result.Builder();
    for (var record : batch.records()) {
      forward(record, result);
    }
    return result.build();
  }

  private void forward(InputRecord record, Result.Builder result) {
    var id = StableId.of(record.id(), "message").getBytes(UTF_8);
    var key = settings.keyBy().key(record.value(), settings.subnets(), id);
    var headers = List.of(new RecordHeader(MessageId.HEADER, id));
    for (var topic : topics) {
      result.output(topic, key, record.value(), headers, record);
    }
  }
}
