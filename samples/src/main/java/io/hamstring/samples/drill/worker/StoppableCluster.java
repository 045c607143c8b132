package io.hamstring.samples.drill.worker;

import io.hamstring.recovery.port.AssignmentListener;
import io.hamstring.recovery.port.Cluster;
import io.hamstring.recovery.port.Input;
import io.hamstring.recovery.port.Output;
import io.hamstring.recovery.port.PreparedInput;

/** The real cluster, with transactions that can be made to stand still. */
record StoppableCluster(Cluster real, DrillWork work) implements Cluster {

  @Override
  public Input openInput(AssignmentListener listener) {
    return real.openInput(listener);
  }

  @Override
  public PreparedInput prepareInput() {
    return real.prepareInput();
  }

  @Override
  public Output openOutput() {
    return new StoppableOutput(real.openOutput(), work);
  }

  @Override
  public boolean hasTopic(String topic) {
    return real.hasTopic(topic);
  }
}
