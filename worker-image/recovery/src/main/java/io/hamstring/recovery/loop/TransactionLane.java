package io.hamstring.recovery.loop;

import io.hamstring.contract.FailureKind;
import io.hamstring.recovery.port.Cluster;
import io.hamstring.recovery.port.FailedCall;
import io.hamstring.recovery.port.Output;
import java.time.Duration;
import java.util.Optional;
import java.util.Queue;

/** Owns the producer. Confined to the transaction thread. */
final class TransactionLane {

  private final AuditTrail trail;
  private Output output;
  private boolean open;

  /** Whether how a transaction of this producer ended is for the next producer to settle. */
  private boolean over;

  TransactionLane(AuditTrail trail) {
    this.trail = trail;
  }

  void open(Cluster cluster) {
    output = cluster.openOutput();
    open = false;
    over = false;
  }

  /**
   * Begins, adds the offsets, sends, sends what is added meanwhile, adds its offsets, commits. The
   * offsets go first because they find out in the shortest time when the transaction before is
   * over: a broker of 4.0 or newer keeps records that come earlier for 20 ms ({@code
   * add.partitions.to.txn.retry.backoff.ms}), offsets are refused at once and asked again after the
   * client's own back-off.
   */
  void run(Transaction transaction) {
    if (over) {
      throw new FailedCall(
          FailureKind.PRODUCER_LOST, "the end of this producer's transaction is not known", null);
    }
    output.begin();
    open = true;
    var begun = transaction.take().orElseThrow();
    output.sendOffsets(transaction.taken(), transaction.membership());
    write(begun);
    boolean grown = false;
    for (var more = transaction.take(); more.isPresent(); more = transaction.take()) {
      write(more.get());
      grown = true;
    }
    if (grown) {
      output.sendOffsets(transaction.taken(), transaction.membership());
    }
    commit();
  }

  /** What is written leaves the queue: the client has its bytes, and nobody else needs it now. */
  private void write(Queue<Finished> batches) {
    for (var finished = batches.poll(); finished != null; finished = batches.poll()) {
      finished.result().outputs().forEach(record -> output.send(trail.signed(record)));
      finished.extra().forEach(output::send);
    }
  }

  private void commit() {
    try {
      output.commit();
      open = false;
    } catch (FailedCall failed) {
      // Never abort after a commit that was not answered.
      open = failed.kind() != FailureKind.COMMIT_IN_DOUBT;
      over = !open;
      throw failed;
    }
  }

  /** Aborts what is open; a failure is final for this producer. */
  void settle() {
    if (open) {
      open = false;
      over = true;
      output.abort();
      over = false;
    }
  }

  void close(Duration timeout) {
    Optional.ofNullable(output).ifPresent(held -> held.close(timeout));
    output = null;
    open = false;
  }
}
