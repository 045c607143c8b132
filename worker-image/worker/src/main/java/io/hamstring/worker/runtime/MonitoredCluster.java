package io.hamstring.worker.runtime;

import io.hamstring.contract.FailureKind;
import io.hamstring.contract.names.Incarnation;
import io.hamstring.recovery.port.AssignmentListener;
import io.hamstring.recovery.port.Cluster;
import io.hamstring.recovery.port.Committed;
import io.hamstring.recovery.port.FailedCall;
import io.hamstring.recovery.port.Input;
import io.hamstring.recovery.port.Membership;
import io.hamstring.recovery.port.Output;
import io.hamstring.recovery.port.PreparedInput;
import io.hamstring.recovery.port.RejectedOutput;
import io.hamstring.recovery.processing.OutputRecord;
import io.hamstring.recovery.processing.Partition;
import io.hamstring.worker.stage.monitoring.Telemetry;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * A cluster that writes monitoring rows as long as that costs the data nothing: a topic that is not
 * there, or that once failed a transaction, gets none.
 */
record MonitoredCluster(Cluster cluster, Telemetry telemetry) implements Cluster {

  @Override
  public Input openInput(AssignmentListener listener) {
    telemetry.look(this::isThere);
    return cluster.openInput(listener);
  }

  @Override
  public PreparedInput prepareInput() {
    telemetry.look(this::isThere);
    return cluster.prepareInput();
  }

  private boolean isThere(String topic) {
    try {
      return cluster.hasTopic(topic);
    } catch (FailedCall unknown) {
      return false;
    }
  }

  @Override
  public Output openOutput() {
    return new MonitoredOutput(cluster.openOutput(), telemetry);
  }

  @Override
  public Optional<Incarnation> takeNewIds() {
    return cluster.takeNewIds();
  }

  @Override
  public boolean hasTopic(String topic) {
    return cluster.hasTopic(topic);
  }

  private record MonitoredOutput(Output output, Telemetry telemetry) implements Output {

    @Override
    public void begin() {
      output.begin();
    }

    @Override
    public void send(OutputRecord record) {
      guarded(() -> output.send(record));
    }

    @Override
    public void sendOffsets(Map<Partition, Committed> offsets, Membership membership) {
      output.sendOffsets(offsets, membership);
    }

    @Override
    public void commit() {
      guarded(output::commit);
    }

    private void guarded(Runnable call) {
      try {
        call.run();
      } catch (RejectedOutput rejected) {
        if (!telemetry.isMonitoring(rejected.topic())) {
          throw rejected;
        }
        // The record that it tells of has nothing to do with it, and must not be given up.
        telemetry.giveUpNamedIn(rejected.topic() + ": " + rejected.getMessage());
        throw new FailedCall(FailureKind.TRANSPORT_LOST, rejected.getMessage(), rejected);
      } catch (FailedCall failed) {
        boolean isTopics =
            failed.kind() == FailureKind.NOT_AUTHORIZED
                || failed.kind() == FailureKind.TOPIC_MISSING;
        if (isTopics && telemetry.giveUpNamedIn(String.valueOf(failed.getMessage()))) {
          throw new FailedCall(FailureKind.TRANSPORT_LOST, failed.getMessage(), failed);
        }
        throw failed;
      }
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
