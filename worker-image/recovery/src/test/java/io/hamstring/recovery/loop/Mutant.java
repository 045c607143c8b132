package io.hamstring.recovery.loop;

import java.util.List;

/**
 * Defects that somebody might bring in, each planted in a copy of the core to see that the
 * simulation of fleets notices.
 */
enum Mutant {
  RESULTS_OF_A_DEAD_EPOCH_ARE_COMMITTED(
      new Edit(
          "loop/Commits",
          "return intake.assignment().covers(finished.item().partition(), finished.item().epoch());",
          "return true;")),
  THE_LAST_OFFSET_IS_COMMITTED_INSTEAD_OF_THE_NEXT(
      new Edit(
          "loop/Commits",
          "new Committed(item.after(), mark(finished))",
          "new Committed(new io.hamstring.recovery.port.Position(item.lastOffset(), -1),"
              + " mark(finished))")),
  A_TRANSACTION_THAT_GREW_HAS_THE_OFFSETS_OF_ITS_BEGINNING(
      new Edit("loop/TransactionLane", "if (grown) {", "if (grown && output == null) {")),
  A_TRANSACTION_GROWS_AFTER_ITS_LAST_RECORD_IS_SENT(
      new Edit(
          "loop/Transaction",
          "if (latest.compareAndSet(null, CLOSED)) {",
          "if (latest.get() == null) {")),
  A_COMMIT_IN_DOUBT_IS_ABORTED(
      new Edit(
          "plan/RecoveryPlan",
          "case COMMIT_IN_DOUBT ->\n          plan.closeInput()",
          "case COMMIT_IN_DOUBT ->\n          plan.abort().closeInput()"),
      new Edit(
          "loop/TransactionLane",
          "open = failed.kind() != FailureKind.COMMIT_IN_DOUBT;",
          "open = true;")),
  A_COMMIT_IN_DOUBT_IS_COMMITTED_AGAIN(
      new Edit(
          "plan/RecoveryPlan",
          "case COMMIT_IN_DOUBT ->\n"
              + "          plan.closeInput().closeOutput().backOff(delay).openOutput().openInput().steps;",
          "case COMMIT_IN_DOUBT -> plan.closeOutput().openOutput().commitAgain().steps;")),
  A_MEMBERSHIP_IS_HELD_OVER_A_BACK_OFF(
      new Edit(
          "plan/RecoveryPlan",
          "plan.abort().closeInput().closeOutput().backOff(delay).openOutput()",
          "plan.abort().backOff(delay).closeInput().closeOutput().openOutput()")),
  REFUSED_RESULTS_ARE_FORGOTTEN(
      new Edit("loop/Commits", "if (!isCovered(finished)) {", "if (i >= 0) {")),
  WHAT_WAS_LET_GO_IS_COMMITTED_ALL_THE_SAME(
      new Edit("loop/Commits", "if (!finished.isWhole()) {", "if (i < 0) {")),
  TWO_BATCHES_OF_A_PARTITION_ARE_IN_WORK(
      new Edit("loop/PartitionWork", "if (inWork != null || (phase != ", "if ((phase != ")),
  A_LOOK_BACK_IS_OUTPUT_AGAIN(
      new Edit("loop/Commits", "if (!finished.item().replay()) {", "if (finished != null) {")),
  A_STATE_IS_NOT_THROWN_BACK(
      new Edit(
          "loop/PartitionWork",
          "    heads.clear();\n    state = committedState;\n",
          "    heads.clear();\n")),
  A_SUSPECT_IS_WORKED_ON_LIKE_ANY_OTHER(
      new Edit(
          "loop/Suspicion",
          "return begun && (!suspect || (chosen && (tried || isExhausted())));",
          "return begun;")),
  A_START_IS_COMMITTED_WHERE_THE_POSITION_HAS_MOVED_TO(
      new Edit(
          "loop/PartitionWork",
          "new Committed(start, suspicion.beginning().encoded())",
          "new Committed(position, suspicion.beginning().encoded())"));

  final List<Edit> edits;

  Mutant(Edit... edits) {
    this.edits = List.of(edits);
  }

  /**
   * A change of one place.
   *
   * @param type below {@code io/hamstring/recovery}
   * @param original what stands there, once in the file
   * @param planted what stands there instead
   */
  record Edit(String type, String original, String planted) {}
}
