package io.hamstring.samples.scenario;

import io.hamstring.contract.settings.WorkerSettings;
import io.hamstring.recovery.processing.Batch;
import io.hamstring.recovery.processing.Result;
import io.hamstring.recovery.processing.StageProcessor;
import io.hamstring.worker.stage.StageProcessorProvider;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Does what each record says: {@code poison} fails, {@code wait:<ms>} takes as long, {@code
 * big:<bytes>} makes an output of that size; anything else is copied. With {@code stuck: true} in
 * its config no batch ends.
 */
public final class ToldProcessor implements StageProcessorProvider {

  @Override
  public String name() {
    return "told";
  }

  @Override
  public StageProcessor<?> processor(WorkerSettings settings) {
    var topic = settings.stage().outputs().get(0).topic();
    if (Boolean.TRUE.equals(settings.stage().config().get("stuck"))) {
      return (StageProcessor<Void>)
          (batch, state) -> {
            new CountDownLatch(1).await();
            throw new IllegalStateException("let go");
          };
    }
    return (StageProcessor<Void>) (batch, state) -> result(batch, topic);
  }

  private static Result<Void> result(Batch batch, String topic) throws InterruptedException {
    var result = new Result.Builder();
    for (var record : batch.records()) {
      var told = new String(record.value(), StandardCharsets.UTF_8).split(":", 2);
      var output = record.value();
      switch (told[0]) {
        case "poison" -> throw new IllegalArgumentException("told to fail");
        case "wait" -> pass(Long.parseLong(told[1]));
        case "big" -> output = new byte[Integer.parseInt(told[1])];
        default -> {}
      }
      result.output(topic, null, output, record);
    }
    return result.build();
  }

  private static void pass(long millis) throws InterruptedException {
    new CountDownLatch(1).await(millis, TimeUnit.MILLISECONDS);
  }
}
