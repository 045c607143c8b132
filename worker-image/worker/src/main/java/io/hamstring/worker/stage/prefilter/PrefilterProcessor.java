package io.hamstring.worker.stage.prefilter;

import io.hamstring.contract.records.AuditRecord.Disposition;
import io.hamstring.recovery.processing.Batch;
import io.hamstring.recovery.processing.Disposal;
import io.hamstring.recovery.processing.InputRecord;
import io.hamstring.recovery.processing.Result;
import io.hamstring.recovery.processing.StageProcessor;
import io.hamstring.worker.stage.format.BatchDocument;
import io.hamstring.worker.stage.format.MalformedBatchException;
import io.hamstring.worker.stage.format.StableId;
import java.util.List;

/** The prefilter: leaves the lines that matter in a batch, and ends a batch in which none does. */
public final class PrefilterProcessor implements StageProcessor<Void> {

  private final PrefilterSettings settings;
  private final List<String> topics;

  /** Writes to all {@code topics}. */
  public PrefilterProcessor(PrefilterSettings settings, List<String> topics) {
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
      try {
        filter(record, BatchDocument.parse(record.value()), result);
      } catch (MalformedBatchException malformed) {
        result.rejection(record, malformed.getMessage());
      }
    }
    return result.build();
  }

  private void filter(InputRecord record, BatchDocument document, Result.Builder result) {
    var relevant =
        document.data().stream()
            .filter(line -> settings.relevance().keeps(line, settings.rules()))
            .toList();
    if (relevant.isEmpty()) {
      result.disposal(new Disposal(record, Disposition.FILTERED, settings.relevance().id()));
      return;
    }
    var value = document.encodedWith(StableId.row(record.id(), "prefilter"), relevant);
    for (var topic : topics) {
      result.output(topic, record.key(), value, record);
    }
  }
}
