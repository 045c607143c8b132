package io.hamstring.recovery.loop;

import io.hamstring.contract.FailureKind;
import io.hamstring.recovery.port.Cluster;
import io.hamstring.recovery.port.FailedCall;
import io.hamstring.recovery.port.Output;
import java.time.Duration;
import java.util.Optional;

/** Owns the producer. Confined to the transaction thread. */
final class TransactionLane {

  private final AuditTrail trail;
  private Output output;
  private boolean open;

  TransactionLane(AuditTrail trail) {
    this.trail = trail;
  }

  void open(Cluster cluster) {
    output = cluster.openOutput();
    open = false;
  }

  /** Begins, sends, adds the offsets, commits. */
  void run(Transaction transaction) {
    output.begin();
    open = true;
    for (var finished : transaction.batches()) {
      finished.result().outputs().forEach(record -> output.send(trail.signed(record)));
      finished.extra().forEach(output::send);
    }
    output.sendOffsets(transaction.offsets(), transaction.membership());
    commit();
  }

  private void commit() {
    try {
      output.commit();
      open = false;
    } catch (FailedCall failed) {
      // Never abort after a commit that was not answered.
      open = failed.kind() != FailureKind.COMMIT_IN_DOUBT;
      throw failed;
    }
  }

  /** Aborts what is open; a failure is final for this producer. */
  void settle() {
    if (open) {
      open = false;
      output.abort();
    }
  }

  void close(Duration timeout) {
    Optional.ofNullable(output).ifPresent(held -> held.close(timeout));
    output = null;
    open = false;
  }
}
