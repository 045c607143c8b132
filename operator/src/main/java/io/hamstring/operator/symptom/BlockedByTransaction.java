package io.hamstring.operator.symptom;

import io.hamstring.operator.telemetry.Blockage;
import io.hamstring.operator.telemetry.OpenTransaction;
import io.hamstring.operator.telemetry.OpenTransaction.State;
import java.time.Duration;
import java.util.Comparator;

/** Readers wait behind a transaction that nobody ends. */
final class BlockedByTransaction implements SymptomRule {

  @Override
  public SymptomType type() {
    return SymptomType.BLOCKED_BY_TRANSACTION;
  }

  @Override
  public Verdict in(Evidence evidence) {
    var bound = evidence.thresholds().hangingTransaction();
    var blocked =
        evidence.latest().transactions().blockages().stream()
            .filter(one -> !evidence.now().isBefore(one.began().plus(bound)))
            .sorted(Comparator.comparing(Blockage::began))
            .toList();
    if (blocked.isEmpty()) {
      return evidence.unlessUnreachable().orElseGet(type()::healthy);
    }
    var oldest = blocked.get(0);
    return Verdict.alert(
        isHanging(oldest) ? "MarkerMissing" : "TransactionOpen",
        blocked.size(),
        "stage "
            + evidence.stage()
            + ": readers of "
            + oldest.partition()
            + " wait at offset "
            + oldest.lastStable()
            + " for "
            + Evidence.text(Duration.between(oldest.began(), evidence.now()))
            + (blocked.size() > 1 ? ", and in " + (blocked.size() - 1) + " more partitions" : "")
            + ", behind "
            + described(oldest)
            + remedy(oldest));
  }

  private static boolean isHanging(Blockage blockage) {
    return blockage.by().stream().anyMatch(one -> one.state() == State.HANGING);
  }

  private static String described(Blockage blockage) {
    if (blockage.by().isEmpty()) {
      return "a transaction that is not known: " + blockage.unknownBecause();
    }
    return Evidence.named(blockage.by().stream().map(BlockedByTransaction::described).toList());
  }

  private static String described(OpenTransaction one) {
    return (one.transactionalId().isEmpty()
            ? "a transaction without a known id"
            : "transactional id " + one.transactionalId())
        + " (producer "
        + one.producerId()
        + ")";
  }

  private static String remedy(Blockage blockage) {
    if (!isHanging(blockage)) {
      return "; end or restart whoever writes with it; a dead worker's is fenced by the guard";
    }
    return ", whose end its coordinator has noted and the log has not; nothing ends it by itself:"
        + " find out whether it was committed, then kafka-transactions.sh abort --topic "
        + blockage.partition().topic()
        + " --partition "
        + blockage.partition().number()
        + " --start-offset "
        + blockage.lastStable();
  }
}
