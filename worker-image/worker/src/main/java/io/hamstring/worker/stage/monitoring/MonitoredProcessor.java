package io.hamstring.worker.stage.monitoring;

import io.hamstring.contract.StageType;
import io.hamstring.contract.batch.BatchBounds;
import io.hamstring.recovery.processing.Batch;
import io.hamstring.recovery.processing.OutputRecord;
import io.hamstring.recovery.processing.ProcessorUnavailableException;
import io.hamstring.recovery.processing.Result;
import io.hamstring.recovery.processing.StageProcessor;
import io.hamstring.worker.stage.format.MalformedBatchException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A stage that tells of its work in HAMSTRING's tables. The rows are outputs like its own, so they
 * are committed with the work they tell of, or not at all.
 */
public final class MonitoredProcessor<S> implements StageProcessor<S> {

  private static final Logger LOG = LoggerFactory.getLogger(MonitoredProcessor.class);

  private final StageProcessor<S> stage;
  private final StageType type;
  private final String instance;
  private final Telemetry telemetry;
  private final Clock clock;
  private volatile boolean warned;

  /**
   * @param instance the stage's name in HAMSTRING's tables
   */
  public MonitoredProcessor(
      StageProcessor<S> stage, StageType type, String instance, Telemetry telemetry, Clock clock) {
    this.stage = stage;
    this.type = type;
    this.instance = instance;
    this.telemetry = telemetry;
    this.clock = clock;
  }

  /** Whether stages of a type have anything to tell. */
  public static boolean isFor(StageType type) {
    return StageRows.areToldBy(type);
  }

  @Override
  public Result<S> process(Batch batch, S state) throws Exception {
    var result = stage.process(batch, state);
    var rows = new Rows(telemetry, type.fullName(), instance, clock.millis());
    try {
      new StageRows(rows, batch, result).add(type);
    } catch (MalformedBatchException | RuntimeException failure) {
      // Whatever it is, it is no reason to hold the data up.
      warn("rows of a batch were not made: " + failure);
      return result;
    }
    if (rows.leftOut() > 0) {
      warn(rows.leftOut() + " rows of a batch were left out: it has too many");
    }
    var outputs = new ArrayList<OutputRecord>(result.outputs());
    outputs.addAll(rows.outputs());
    return new Result<>(outputs, result.disposals(), result.rejections(), result.state());
  }

  private void warn(String what) {
    if (!warned) {
      warned = true;
      LOG.warn("{}; said once", what);
    }
  }

  @Override
  public S initialState() {
    return stage.initialState();
  }

  @Override
  public int lookBack() {
    return stage.lookBack();
  }

  @Override
  public boolean effectsLeaveKafka() {
    return stage.effectsLeaveKafka();
  }

  @Override
  public boolean isBounded() {
    return stage.isBounded();
  }

  @Override
  public BatchBounds ownBounds() {
    return stage.ownBounds();
  }

  @Override
  public Optional<String> whyUnready() {
    return stage.whyUnready();
  }

  @Override
  public void prepare() throws ProcessorUnavailableException, InterruptedException {
    stage.prepare();
  }

  @Override
  public void close() {
    stage.close();
  }
}
