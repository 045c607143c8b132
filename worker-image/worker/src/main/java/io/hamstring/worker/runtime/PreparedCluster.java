package io.hamstring.worker.runtime;

import io.hamstring.contract.FailureKind;
import io.hamstring.contract.names.Incarnation;
import io.hamstring.recovery.port.AssignmentListener;
import io.hamstring.recovery.port.Cluster;
import io.hamstring.recovery.port.FailedCall;
import io.hamstring.recovery.port.Input;
import io.hamstring.recovery.port.Output;
import io.hamstring.recovery.port.PreparedInput;
import io.hamstring.recovery.processing.ProcessorUnavailableException;
import io.hamstring.recovery.processing.StageProcessor;
import java.util.Optional;

/** A cluster whose group is not joined before the stage can work. */
record PreparedCluster(Cluster cluster, StageProcessor<?> processor) implements Cluster {

  @Override
  public Input openInput(AssignmentListener listener) {
    prepare();
    return cluster.openInput(listener);
  }

  @Override
  public PreparedInput prepareInput() {
    prepare();
    return cluster.prepareInput();
  }

  private void prepare() {
    try {
      processor.prepare();
    } catch (ProcessorUnavailableException unavailable) {
      throw new FailedCall(
          FailureKind.PROCESSOR_UNAVAILABLE, unavailable.getMessage(), unavailable);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new FailedCall(FailureKind.PROCESSOR_UNAVAILABLE, "interrupted", interrupted);
    }
  }

  @Override
  public Output openOutput() {
    return cluster.openOutput();
  }

  @Override
  public Optional<Incarnation> takeNewIds() {
    return cluster.takeNewIds();
  }

  @Override
  public boolean hasTopic(String topic) {
    return cluster.hasTopic(topic);
  }
}
