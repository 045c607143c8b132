package io.hamstring.samples.drill.worker;

import io.hamstring.recovery.port.Committed;
import io.hamstring.recovery.port.Membership;
import io.hamstring.recovery.port.Output;
import io.hamstring.recovery.processing.OutputRecord;
import io.hamstring.recovery.processing.Partition;
import io.hamstring.samples.drill.worker.DrillWork.Stop;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** A real output whose next transaction stands still for ever once the drill asks for it. */
final class StoppableOutput implements Output {

  /** Longer than records wait in the producer (5 ms) and take to a broker on this machine. */
  private static final Duration DELIVERY = Duration.ofMillis(100);

  private final Output real;
  private final DrillWork work;

  StoppableOutput(Output real, DrillWork work) {
    this.real = real;
    this.work = work;
  }

  @Override
  public void begin() {
    real.begin();
  }

  @Override
  public void send(OutputRecord record) {
    real.send(record);
  }

  @Override
  public void sendOffsets(Map<Partition, Committed> offsets, Membership membership) {
    real.sendOffsets(offsets, membership);
    standIfAsked(Stop.BEFORE_RECORDS);
  }

  @Override
  public void commit() {
    standIfAsked(Stop.BEFORE_COMMIT);
    real.commit();
  }

  @Override
  public void abort() {
    real.abort();
  }

  @Override
  public void close(Duration timeout) {
    real.close(timeout);
  }

  private void standIfAsked(Stop stop) {
    if (!Files.exists(DrillWork.order(work.folder(), work.pod(), stop))) {
      return;
    }
    try {
      Thread.sleep(DELIVERY.toMillis());
      Files.writeString(DrillWork.stands(work.folder(), work.pod()), stop.name());
      new CountDownLatch(1).await();
    } catch (IOException e) {
      throw new UncheckedIOException("a worker of the drill cannot say that it stands still", e);
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }
}
