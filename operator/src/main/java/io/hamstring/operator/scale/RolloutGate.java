package io.hamstring.operator.scale;

import io.hamstring.contract.report.WorkerReport;
import io.hamstring.contract.report.WorkerRole;
import io.hamstring.operator.telemetry.Partition;
import io.hamstring.operator.telemetry.StageObservation;
import io.hamstring.operator.telemetry.StageWindow;
import io.hamstring.operator.telemetry.WorkerObservation;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;

/**
 * Whether a rollout may take its next worker. It waits for each new worker that Kubernetes calls
 * ready: until it is a standby, or is in the group and has committed something of what waits in its
 * partitions. Old workers do not count, because the rollout replaces them; nor does one whose
 * template is new no longer, so that a mended spec is not held up by what it mends.
 */
public final class RolloutGate {

  private RolloutGate() {}

  /**
   * What the rollout must wait for; empty when it may go on.
   *
   * @param newest pods that were made from the present template
   * @param older pods that are still to be replaced
   * @param fresh how old a worker's last word may be
   */
  public static String waitsFor(
      StageWindow window, Set<String> newest, Set<String> older, Duration fresh, Instant now) {
    var look = window.latest();
    // Whether a worker works cannot be told without Kafka; readiness alone decides then.
    if (older.isEmpty() || !look.cluster().isReached()) {
      return "";
    }
    return look.workers().stream()
        .filter(worker -> worker.ready() && newest.contains(worker.pod()))
        .map(worker -> waitsFor(look, worker, fresh, now))
        .filter(words -> !words.isEmpty())
        .findFirst()
        .orElse("");
  }

  private static String waitsFor(
      StageObservation look, WorkerObservation worker, Duration fresh, Instant now) {
    if (!worker.isFresh(now, fresh)) {
      return "the new worker " + worker.pod() + " was not heard yet";
    }
    var report = worker.report();
    if (report.role() == WorkerRole.STANDBY && report.ready()) {
      return "";
    }
    if (report.state() != WorkerReport.WorkerState.RUNNING || report.memberId() == null) {
      return "the new worker " + worker.pod() + " is not in the group";
    }
    // Not any commit will do: a partition's mark is committed before its first record is worked on.
    if (report.counters().recordsIn() > 0) {
      return "";
    }
    return report.partitions().stream()
        .map(owned -> new Partition(owned.topic(), owned.partition()))
        .filter(owned -> look.lagOf(owned).known().orElse(0) > 0)
        .findFirst()
        .map(
            owned ->
                "the new worker "
                    + worker.pod()
                    + " has committed nothing while records wait in "
                    + owned)
        .orElse("");
  }
}
