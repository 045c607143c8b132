package io.hamstring.worker.stage.sidecar;

import io.hamstring.recovery.processing.Batch;
import io.hamstring.recovery.processing.InputRecord;
import io.hamstring.recovery.processing.ProcessorUnavailableException;
import io.hamstring.recovery.processing.Result;
import io.hamstring.recovery.processing.StageProcessor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** A stage whose work is done by a process beside the worker, in any language, over HTTP. */
public final class SidecarProcessor implements StageProcessor<Void> {

  private final SidecarSettings settings;
  private final String stage;
  private final List<String> topics;
  private final SidecarClient client;
  private final NonsenseCount nonsense = new NonsenseCount();
  private final AtomicLong requests = new AtomicLong();

  /**
   * A processor that has asked nothing yet.
   *
   * @param stage the name by which the sidecar knows whom it works for
   * @param topics where outputs may go
   */
  public SidecarProcessor(SidecarSettings settings, String stage, List<String> topics) {
    this.settings = settings;
    this.stage = stage;
    this.topics = List.copyOf(topics);
    this.client = new SidecarClient(settings);
  }

  @Override
  public Result<Void> process(Batch batch, Void state)
      throws ProcessorUnavailableException, BatchRefusedException, InterruptedException {
    var result = new Result.Builder();
    try {
      for (var request : requests(batch, result)) {
        SidecarAnswer.addTo(result, client.process(request.bytes()), request, topics);
      }
    } catch (NonsenseAnswerException e) {
      var message = "the sidecar's answer cannot be used: " + e.getMessage();
      if (nonsense.isEnoughAfter(batch)) {
        throw new BatchRefusedException(message, e);
      }
      throw new ProcessorUnavailableException(message, e);
    }
    nonsense.passed(batch);
    return result.build();
  }

  /** The batch in as few requests as fit; a record that fits into none is rejected. */
  private List<SidecarRequest> requests(Batch batch, Result.Builder result) {
    var made = new ArrayList<SidecarRequest>();
    SidecarRequest open = null;
    for (var record : batch.records()) {
      var written = SidecarRequest.written(record, settings.values());
      if (open == null || open.sizeWith(written) > settings.maxRequestBytes()) {
        var next = request(batch, record);
        if (next.sizeWith(written) > settings.maxRequestBytes()) {
          result.rejection(
              record,
              "a request with this record is "
                  + next.sizeWith(written)
                  + " bytes long, above maxRequestBytes");
          continue;
        }
        made.add(next);
        open = next;
      }
      open.add(record, written);
    }
    return made;
  }

  private SidecarRequest request(Batch batch, InputRecord first) {
    var id = first.id() + "/" + requests.incrementAndGet();
    return SidecarRequest.empty(id, stage, batch.partition(), topics);
  }

  @Override
  public Optional<String> whyUnready() {
    return client.whyUnready();
  }
}
