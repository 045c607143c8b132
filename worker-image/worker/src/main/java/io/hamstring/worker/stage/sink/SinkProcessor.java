package io.hamstring.worker.stage.sink;

import io.hamstring.contract.batch.BatchBounds;
import io.hamstring.contract.names.MonitoringTopics;
import io.hamstring.contract.records.AuditRecord.Disposition;
import io.hamstring.contract.report.SinkTrouble;
import io.hamstring.recovery.processing.Batch;
import io.hamstring.recovery.processing.Disposal;
import io.hamstring.recovery.processing.ProcessorUnavailableException;
import io.hamstring.recovery.processing.Result;
import io.hamstring.recovery.processing.StageProcessor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The monitoring sink: inserts the rows of a batch into ClickHouse; its worker then commits their
 * offsets. So a row may be inserted more than once, always with the same key, and folds into one.
 */
public final class SinkProcessor implements StageProcessor<Void> {

  /** Bounds each question of {@link #prepare}, which asks on the loop thread. */
  private static final Duration MOST_TO_PREPARE = Duration.ofSeconds(5);

  private static final String RULE = "clickhouse";

  private final SinkSettings settings;
  private final ClickHouse server;
  private volatile String trouble = "ClickHouse was not asked yet";

  /**
   * A sink that has asked nothing yet.
   *
   * @param secrets the folder of the files that the settings name
   */
  public SinkProcessor(SinkSettings settings, Path secrets) {
    this.settings = settings;
    this.server = new ClickHouse(settings, secrets);
  }

  @Override
  public void prepare() throws ProcessorUnavailableException, InterruptedException {
    var given = settings.operationTimeout();
    var bound = given.compareTo(MOST_TO_PREPARE) < 0 ? given : MOST_TO_PREPARE;
    try {
      server.reconnect();
      new Migration(server, settings.database(), bound).run();
      trouble = null;
    } catch (ClickHouseException failure) {
      throw unavailable(failure);
    }
  }

  @Override
  public Result<Void> process(Batch batch, Void state)
      throws ProcessorUnavailableException, InterruptedException {
    var result = new Result.Builder();
    var table = table(batch);
    var rows = new ArrayList<SinkRow>(batch.size());
    for (var record : batch.records()) {
      try {
        rows.add(SinkRow.of(table, batch.topicId(), record));
      } catch (SinkRow.BadRow bad) {
        result.rejection(record, "no row of " + table.view() + ": " + bad.getMessage());
      }
    }
    var refused = new ArrayList<Refused>();
    for (var insert : Inserts.of(rows, settings.batchSize())) {
      insert(table, insert, refused);
    }
    if (rows.size() > 1 && refused.size() == rows.size()) {
      // Rows that are all refused have nothing wrong with them, but their table has.
      throw unavailable(
          ClickHouseException.of(
              SinkTrouble.MISCONFIGURED,
              "every row of " + table.view() + " is refused: " + refused.get(0).reason(),
              null));
    }
    rows.removeAll(refused.stream().map(Refused::row).toList());
    rows.forEach(row -> result.disposal(delivered(row)));
    refused.forEach(row -> result.rejection(row.row().source(), "ClickHouse: " + row.reason()));
    trouble = null;
    return result.build();
  }

  private SinkTable table(Batch batch) throws ProcessorUnavailableException {
    if (batch.topicId().isEmpty()) {
      // Without it the rows of a topic made anew would take the place of the old one's.
      throw unavailable(
          ClickHouseException.of(
              SinkTrouble.MISCONFIGURED,
              "the id of topic "
                  + batch.partition().topic()
                  + " is not known; grant the worker Describe on it",
              null));
    }
    return MonitoringTopics.tableOf(batch.partition().topic())
        .flatMap(SinkTable::named)
        .orElseThrow();
  }

  /** Inserts rows; where some are refused, halves them until those are known. */
  private void insert(SinkTable table, List<SinkRow> rows, List<Refused> refused)
      throws ProcessorUnavailableException, InterruptedException {
    try {
      server.insert(Schema.insert(settings.database(), table), Inserts.body(rows));
    } catch (ClickHouseException failure) {
      if (failure.trouble().isPresent()) {
        throw unavailable(failure);
      }
      if (rows.size() == 1) {
        refused.add(new Refused(rows.get(0), failure.getMessage()));
        return;
      }
      insert(table, rows.subList(0, rows.size() / 2), refused);
      insert(table, rows.subList(rows.size() / 2, rows.size()), refused);
    }
  }

  private static Disposal delivered(SinkRow row) {
    return new Disposal(row.source(), Disposition.DELIVERED, RULE);
  }

  /** A row that ClickHouse takes neither with others nor alone. */
  private record Refused(SinkRow row, String reason) {}

  private ProcessorUnavailableException unavailable(ClickHouseException failure) {
    trouble = failure.getMessage();
    return new ProcessorUnavailableException(failure.getMessage(), failure);
  }

  @Override
  public boolean effectsLeaveKafka() {
    return true;
  }

  @Override
  public BatchBounds ownBounds() {
    return new BatchBounds(settings.kafkaBatchSize(), settings.batchTimeout());
  }

  @Override
  public Optional<String> whyUnready() {
    return Optional.ofNullable(trouble);
  }
}
