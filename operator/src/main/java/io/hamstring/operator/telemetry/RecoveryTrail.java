package io.hamstring.operator.telemetry;

import io.hamstring.contract.FailureKind;
import io.hamstring.contract.report.WorkerReport;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Recoveries that workers told of, also those whose worker is gone. Immutable.
 *
 * @param recent oldest first, at most {@link #MAX}
 * @param last the latest of all, however long ago, or null
 */
record RecoveryTrail(List<WorkerRecovery> recent, WorkerRecovery last) {

  /** Recoveries kept. */
  static final int MAX = 200;

  RecoveryTrail {
    recent = List.copyOf(recent);
  }

  /** This trail after what {@code reports} tell, each told once; what is older goes. */
  RecoveryTrail plus(List<WorkerReport> reports, Instant oldest) {
    var told = told(reports);
    var kept = told.stream().filter(recovery -> !recovery.at().isBefore(oldest)).toList();
    return new RecoveryTrail(
        kept.subList(Math.max(0, kept.size() - MAX), kept.size()),
        Stream.concat(Stream.ofNullable(last), told.stream())
            .max(Comparator.comparing(WorkerRecovery::at))
            .orElse(null));
  }

  private List<WorkerRecovery> told(List<WorkerReport> reports) {
    var told = new ArrayList<>(recent);
    for (var report : reports) {
      report
          .recoveries()
          .forEach(
              ended ->
                  remember(
                      told,
                      recovery(report, ended.at(), ended.cause(), ended.took(), ended.detail())));
      if (report.recovery() != null) {
        var now = report.recovery();
        remember(told, recovery(report, now.since(), now.cause(), null, now.detail()));
      }
    }
    return told;
  }

  private static WorkerRecovery recovery(
      WorkerReport report, Instant at, FailureKind cause, Duration took, String detail) {
    return new WorkerRecovery(report.instanceId(), report.pod(), at, cause, took, detail);
  }

  /** A recovery that was heard of before is the same one, though its cause may have grown worse. */
  private static void remember(List<WorkerRecovery> kept, WorkerRecovery heard) {
    kept.removeIf(heard::isSameAs);
    kept.add(heard);
  }
}
