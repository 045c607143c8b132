package io.hamstring.worker.stage.collector;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hamstring.contract.batch.BatchBounds;
import io.hamstring.contract.records.AuditRecord.Disposition;
import io.hamstring.recovery.processing.Batch;
import io.hamstring.recovery.processing.Disposal;
import io.hamstring.recovery.processing.InputRecord;
import io.hamstring.recovery.processing.Result;
import io.hamstring.recovery.processing.StageProcessor;
import io.hamstring.worker.stage.format.StableId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The collector: validates lines, gathers them by subnet, and writes each subnet's lines with those
 * of its previous batch in front. A line that breaks a rule ends here.
 */
public final class CollectorProcessor implements StageProcessor<LookBack> {

  private final CollectorSettings settings;
  private final List<String> topics;

  /** Writes to all {@code topics}. */
  public CollectorProcessor(CollectorSettings settings, List<String> topics) {
    this.settings = settings;
    this.topics = List.copyOf(topics);
  }

  @Override
  public boolean isBounded() {
    return true;
  }

  @Override
  public Result<LookBack> process(Batch batch, LookBack before) {
    var result = new Result.Builder();
    var records = new HashMap<Long, InputRecord>();
    var subnets = new ArrayList<String>(batch.size());
    var lines = new ArrayList<CollectedLine>(batch.size());
    for (var record : batch.records()) {
      var reading = LineReading.of(record, settings);
      if (reading.isValid()) {
        records.put(record.offset(), record);
        subnets.add(reading.subnet());
        lines.add(reading.line());
      } else {
        result.disposal(new Disposal(record, Disposition.INVALID, reading.broken()));
      }
    }
    for (var subnet : gathered(subnets, lines).entrySet()) {
      for (var piece : Piece.of(before.of(subnet.getKey()), subnet.getValue(), settings.limits())) {
        write(subnet.getKey(), piece, records, result);
      }
    }
    return result.build(LookBack.of(subnets, lines, settings.lookBack()));
  }

  private static Map<String, List<CollectedLine>> gathered(
      List<String> subnets, List<CollectedLine> lines) {
    var bySubnet = new LinkedHashMap<String, List<CollectedLine>>();
    for (int i = 0; i < lines.size(); i++) {
      bySubnet.computeIfAbsent(subnets.get(i), subnet -> new ArrayList<>()).add(lines.get(i));
    }
    return bySubnet;
  }

  private void write(
      String subnet, Piece piece, Map<Long, InputRecord> records, Result.Builder result) {
    var offsets = piece.sources();
    var sources = new ArrayList<InputRecord>(offsets.length);
    for (long offset : offsets) {
      sources.add(records.get(offset));
    }
    var first = sources.get(0).id();
    var value = piece.value(StableId.row(first, "batch"), StableId.of(first, "batch"));
    var key = subnet.getBytes(UTF_8);
    for (var topic : topics) {
      result.output(topic, key, value, List.of(), sources, piece.lookBack());
    }
  }

  @Override
  public LookBack initialState() {
    return LookBack.NONE;
  }

  @Override
  public int lookBack() {
    return settings.lookBack().lines();
  }

  @Override
  public BatchBounds ownBounds() {
    return new BatchBounds(settings.batchSize(), settings.batchTimeout());
  }
}
