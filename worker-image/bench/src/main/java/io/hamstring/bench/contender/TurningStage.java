package io.hamstring.bench.contender;

import io.hamstring.recovery.processing.Batch;
import io.hamstring.recovery.processing.Result;
import io.hamstring.recovery.processing.StageProcessor;

/** {@link Turning} as the stage of a worker. */
final class TurningStage implements StageProcessor<Void> {

  private final String topic;

  TurningStage(String topic) {
    this.topic = topic;
  }

  @Override
  public boolean isBounded() {
    return true;
  }

  @Override
  public Result<Void> process(Batch batch, Void state) {
    var result = new Result.Builder();
    for (var record : batch.records()) {
      result.output(topic, record.key(), Turning.over(record.value()), record.headers(), record);
    }
    return result.build();
  }
}
