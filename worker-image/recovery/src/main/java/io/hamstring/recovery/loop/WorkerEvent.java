package io.hamstring.recovery.loop;

import io.hamstring.contract.report.WorkerReport.RecoveryReport;
import io.hamstring.contract.report.WorkerRole;
import io.hamstring.recovery.plan.Recovery;

/** What a worker tells at once, to be logged. */
public sealed interface WorkerEvent {

  /** A recovery began. */
  record RecoveryBegan(Recovery recovery) implements WorkerEvent {}

  /** The worker has another role in its stage. */
  record RoleTaken(WorkerRole role) implements WorkerEvent {}

  /** A recovery ended. */
  record RecoveryEnded(RecoveryReport report) implements WorkerEvent {}
}
