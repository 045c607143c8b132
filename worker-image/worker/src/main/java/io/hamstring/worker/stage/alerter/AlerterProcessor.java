package io.hamstring.worker.stage.alerter;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hamstring.contract.records.AuditRecord.Disposition;
import io.hamstring.recovery.processing.Batch;
import io.hamstring.recovery.processing.Disposal;
import io.hamstring.recovery.processing.InputRecord;
import io.hamstring.recovery.processing.ProcessorUnavailableException;
import io.hamstring.recovery.processing.RecordHeader;
import io.hamstring.recovery.processing.Result;
import io.hamstring.recovery.processing.StageProcessor;
import io.hamstring.worker.stage.format.Json;
import io.hamstring.worker.stage.format.StableId;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The alerter: hands alerts on unchanged to its topics, posts them to a webhook and appends them to
 * a file when told to. An alert has an id that stays the same on replay, in the header {@value
 * #ID_HEADER} and as {@code alert_id} in the file and at the webhook, which may get it twice.
 */
public final class AlerterProcessor implements StageProcessor<Void> {

  /** The header with the alert's id, a UUID as text. */
  public static final String ID_HEADER = "hamstring-alert-id";

  private static final String TO_FILE = "file";
  private static final String TO_WEBHOOK = "webhook";

  private final List<String> topics;
  private final Optional<AlertFile> file;
  private final Optional<Webhook> webhook;

  /** Writes to all {@code topics}; {@code clock} says which files are too old to keep. */
  public AlerterProcessor(AlerterSettings settings, List<String> topics, Clock clock) {
    this.topics = List.copyOf(topics);
    this.file =
        settings.logToFile() ? Optional.of(new AlertFile(settings, clock)) : Optional.empty();
    this.webhook =
        Optional.ofNullable(settings.webhook())
            .map(url -> new Webhook(url, settings.webhookTimeout()));
  }

  @Override
  public Result<Void> process(Batch batch, Void state)
      throws ProcessorUnavailableException, InterruptedException {
    var result = new Result.Builder();
    var lines = new ArrayList<AlertFile.Line>();
    for (var record : batch.records()) {
      var alert = record.value() == null ? Optional.<ObjectNode>empty() : Json.line(record.value());
      if (alert.isEmpty()) {
        result.rejection(record, "an alert is a JSON object, this record's value is none");
        continue;
      }
      var id = StableId.of(record.id(), "alert");
      var named = Json.bytes(alert.get().put("alert_id", id));
      var refusal = webhook.isPresent() ? webhook.get().post(id, named) : Optional.<String>empty();
      if (refusal.isPresent()) {
        result.rejection(record, refusal.get());
        continue;
      }
      forward(record, id, result);
      if (file.isPresent()) {
        lines.add(new AlertFile.Line(record.timestamp(), named));
      }
    }
    append(lines);
    return result.build();
  }

  private void forward(InputRecord record, String id, Result.Builder result) {
    var headers = List.of(new RecordHeader(ID_HEADER, id.getBytes(UTF_8)));
    for (var topic : topics) {
      result.output(topic, record.key(), record.value(), headers, record);
    }
    if (topics.isEmpty()) {
      result.disposal(
          new Disposal(record, Disposition.DELIVERED, webhook.isPresent() ? TO_WEBHOOK : TO_FILE));
    }
  }

  private void append(List<AlertFile.Line> lines) throws ProcessorUnavailableException {
    if (lines.isEmpty()) {
      return;
    }
    try {
      file.orElseThrow().append(lines);
    } catch (IOException e) {
      throw new ProcessorUnavailableException(
          "alerts cannot be appended to their file: " + e.getMessage(), e);
    }
  }

  @Override
  public boolean effectsLeaveKafka() {
    return file.isPresent() || webhook.isPresent();
  }
}
