package io.hamstring.recovery.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hamstring.contract.FailureKind;
import io.hamstring.contract.batch.GroupCommit;
import io.hamstring.contract.settings.WorkerSettings.Audit;
import io.hamstring.recovery.port.AssignmentListener;
import io.hamstring.recovery.port.Cluster;
import io.hamstring.recovery.port.Committed;
import io.hamstring.recovery.port.FailedCall;
import io.hamstring.recovery.port.Input;
import io.hamstring.recovery.port.Membership;
import io.hamstring.recovery.port.Output;
import io.hamstring.recovery.port.Position;
import io.hamstring.recovery.processing.Batch;
import io.hamstring.recovery.processing.OutputRecord;
import io.hamstring.recovery.processing.Partition;
import io.hamstring.recovery.processing.Result;
import io.hamstring.recovery.simulation.SimulatedRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TransactionLaneTest {

  private static final Partition IN = new Partition("in", 0);

  private final List<String> calls = new ArrayList<>();
  private String failing = "";
  private Runnable onFirstSend = () -> {};
  private Map<Partition, Committed> sentOffsets = Map.of();
  private final TransactionLane lane = new TransactionLane(new AuditTrail("stage", Audit.OFF));

  @Test
  void theOffsetsGoBeforeTheRecords() {
    lane.open(new Noting());

    lane.run(transaction());

    assertThat(calls).containsExactly("begin", "offsets", "send", "commit");
  }

  @Test
  void whatIsAddedMeanwhileIsSentWithItsOffsets() {
    lane.open(new Noting());
    var transaction = transaction();
    onFirstSend = () -> assertThat(add(transaction, 1)).isTrue();

    lane.run(transaction);

    assertThat(calls).containsExactly("begin", "offsets", "send", "send", "offsets", "commit");
    assertThat(sentOffsets.get(IN).position()).isEqualTo(Position.at(2));
    assertThat(add(transaction, 2)).isFalse();
  }

  @Test
  void aProducerWhoseAbortFailedBeginsNothingMore() {
    lane.open(new Noting());
    failing = "offsets";
    assertThatThrownBy(() -> lane.run(transaction())).isInstanceOf(FailedCall.class);
    failing = "abort";
    assertThatThrownBy(lane::settle).isInstanceOf(FailedCall.class);
    calls.clear();

    assertThatThrownBy(() -> lane.run(transaction()))
        .isInstanceOfSatisfying(
            FailedCall.class,
            failed -> assertThat(failed.kind()).isEqualTo(FailureKind.PRODUCER_LOST));
    assertThat(calls).isEmpty();

    failing = "";
    lane.open(new Noting());
    lane.run(transaction());
    assertThat(calls).endsWith("commit");
  }

  @Test
  void aProducerThatWasAbortedGoesOn() {
    lane.open(new Noting());
    failing = "offsets";
    assertThatThrownBy(() -> lane.run(transaction())).isInstanceOf(FailedCall.class);
    failing = "";
    lane.settle();

    lane.run(transaction());

    assertThat(calls).endsWith("abort", "begin", "offsets", "send", "commit");
  }

  private void call(String name) {
    calls.add(name);
    if (name.equals(failing)) {
      throw new FailedCall(FailureKind.COMMIT_REFUSED, name, null);
    }
  }

  private static Transaction transaction() {
    var transaction =
        new Transaction(GroupCommit.DEFAULT, true, new Membership("group", 1, "member", null), 0);
    add(transaction, 0);
    return transaction;
  }

  private static boolean add(Transaction transaction, long offset) {
    var record = new SimulatedRecord(IN, offset, new byte[0]);
    var output = new OutputRecord("out", null, null, List.of(), record, 0);
    var after = Position.at(offset + 1);
    var item = new Item(new Batch(IN, List.of(record), ""), 1, after, false, 0, 0);
    return transaction.add(
        new Finished(item, new Result.Builder().build(), List.of(output), false),
        new Committed(after, ""));
  }

  private final class Noting implements Cluster, Output {

    @Override
    public Input openInput(AssignmentListener listener) {
      throw new AssertionError("a lane reads nothing");
    }

    @Override
    public Output openOutput() {
      return this;
    }

    @Override
    public void begin() {
      call("begin");
    }

    @Override
    public void send(OutputRecord record) {
      call("send");
      onFirstSend.run();
      onFirstSend = () -> {};
    }

    @Override
    public void sendOffsets(Map<Partition, Committed> offsets, Membership membership) {
      call("offsets");
      sentOffsets = Map.copyOf(offsets);
    }

    @Override
    public void commit() {
      call("commit");
    }

    @Override
    public void abort() {
      call("abort");
    }

    @Override
    public void close(Duration timeout) {
      call("close");
    }
  }
}
