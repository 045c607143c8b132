package io.hamstring.worker.runtime;

import io.hamstring.contract.names.Incarnation;
import io.hamstring.recovery.port.AssignmentListener;
import io.hamstring.recovery.port.Cluster;
import io.hamstring.recovery.port.Committed;
import io.hamstring.recovery.port.Input;
import io.hamstring.recovery.port.Membership;
import io.hamstring.recovery.port.Output;
import io.hamstring.recovery.processing.OutputRecord;
import io.hamstring.recovery.processing.Partition;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** A cluster where nothing that is written stays: records are dropped, transactions aborted. */
record RehearsalCluster(Cluster cluster) implements Cluster {

  @Override
  public Input openInput(AssignmentListener listener) {
    return cluster.openInput(listener);
  }

  @Override
  public Output openOutput() {
    return new Aborting(cluster.openOutput());
  }

  @Override
  public Optional<Incarnation> takeNewIds() {
    return cluster.takeNewIds();
  }

  @Override
  public boolean hasTopic(String topic) {
    return cluster.hasTopic(topic);
  }

  private record Aborting(Output output) implements Output {

    @Override
    public void begin() {
      output.begin();
    }

    @Override
    public void send(OutputRecord record) {
      // Whoever reads the stage's topics uncommitted would see it.
    }

    @Override
    public void sendOffsets(Map<Partition, Committed> offsets, Membership membership) {
      output.sendOffsets(offsets, membership);
    }

    @Override
    public void commit() {
      output.abort();
    }

    @Override
    public void abort() {
      output.abort();
    }

    @Override
    public void close(Duration timeout) {
      output.close(timeout);
    }
  }
}
