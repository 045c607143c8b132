package io.hamstring.worker.stage.inspector;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.hamstring.contract.records.AuditRecord.Disposition;
import io.hamstring.recovery.processing.Batch;
import io.hamstring.recovery.processing.Disposal;
import io.hamstring.recovery.processing.InputRecord;
import io.hamstring.recovery.processing.Result;
import io.hamstring.recovery.processing.StageProcessor;
import io.hamstring.worker.stage.format.BatchDocument;
import io.hamstring.worker.stage.format.Json;
import io.hamstring.worker.stage.format.MalformedBatchException;
import io.hamstring.worker.stage.format.OutputLimits;
import io.hamstring.worker.stage.format.StableId;
import io.hamstring.worker.stage.format.ZeekShape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The inspector: hands suspicious batches on, split by client, each client's lines under an id of
 * their own.
 *
 * @param <S> what its {@link Inspector} remembers
 */
public final class InspectorProcessor<S> implements StageProcessor<S> {

  private static final String NOT_SUSPICIOUS = "not suspicious";
  private static final String NO_LINES = "no lines";

  private final Inspector<S> inspector;
  private final OutputLimits limits;
  private final List<String> topics;

  /** Writes to all {@code topics}. */
  public InspectorProcessor(Inspector<S> inspector, OutputLimits limits, List<String> topics) {
    this.inspector = inspector;
    this.limits = limits;
    this.topics = List.copyOf(topics);
  }

  @Override
  public Result<S> process(Batch batch, S before) {
    var result = new Result.Builder();
    var state = before;
    for (var record : batch.records()) {
      try {
        var document = BatchDocument.parse(record.value());
        var byClient = byClient(document);
        var key = record.key() == null ? "" : new String(record.key(), UTF_8);
        var finding = inspector.inspect(key, document, state);
        state = finding.state();
        if (finding.suspicious() && !byClient.isEmpty()) {
          byClient.forEach((client, lines) -> write(record, document, client, lines, result));
        } else {
          var rule = byClient.isEmpty() ? NO_LINES : NOT_SUSPICIOUS;
          result.disposal(new Disposal(record, Disposition.FILTERED, rule));
        }
      } catch (MalformedBatchException malformed) {
        result.rejection(record, malformed.getMessage());
      }
    }
    return result.build(state);
  }

  private static Map<String, List<JsonNode>> byClient(BatchDocument document)
      throws MalformedBatchException {
    var byClient = new LinkedHashMap<String, List<JsonNode>>();
    for (var line : document.singleLines()) {
      var client =
          Json.text(line, ZeekShape.SRC_IP)
              .orElseThrow(() -> new MalformedBatchException("a line of the batch has no src_ip"));
      byClient.computeIfAbsent(client, ip -> new ArrayList<>()).add(line);
    }
    return byClient;
  }

  private void write(
      InputRecord record,
      BatchDocument document,
      String client,
      List<JsonNode> lines,
      Result.Builder result) {
    var key = client.getBytes(UTF_8);
    int part = 0;
    for (var texts : parts(lines)) {
      var role = "suspicious/" + client + (part == 0 ? "" : "/" + part);
      var value =
          BatchDocument.encode(
              StableId.row(record.id(), role),
              StableId.of(record.id(), role),
              document.begin(),
              document.end(),
              texts);
      for (var topic : topics) {
        result.output(topic, key, value, record);
      }
      part++;
    }
  }

  /** The lines' texts, in as many lists as the limits of one output ask for. */
  private List<List<byte[]>> parts(List<JsonNode> lines) {
    var parts = new ArrayList<List<byte[]>>();
    var part = new ArrayList<byte[]>();
    long size = BatchDocument.ENVELOPE_BYTES;
    for (var line : lines) {
      var text = Json.bytes(line);
      if (!part.isEmpty()
          && (part.size() == limits.maxEvents() || size + text.length + 1 > limits.maxBytes())) {
        parts.add(part);
        part = new ArrayList<>();
        size = BatchDocument.ENVELOPE_BYTES;
      }
      part.add(text);
      size += text.length + 1;
    }
    parts.add(part);
    return parts;
  }

  @Override
  public S initialState() {
    return inspector.initialState();
  }

  @Override
  public int lookBack() {
    return inspector.lookBack();
  }
}
