package io.hamstring.operator.reconcile;

import io.hamstring.api.v1alpha1.WorkerRoleStatus;
import io.hamstring.contract.report.WorkerReport;
import io.hamstring.contract.report.WorkerRole;
import io.hamstring.operator.condition.StageWorkers;
import io.hamstring.operator.telemetry.StageWindow;
import io.hamstring.operator.telemetry.WorkerObservation;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Who of a stage's workers works and who waits, as they said themselves.
 *
 * @param active ready ones that work
 * @param wantedActive how many are to work
 * @param standby ready ones that wait
 * @param wantedStandby how many are to wait
 * @param roles of all, by pod; empty of a stage without standbys
 */
record RoleCount(
    int active, int wantedActive, int standby, int wantedStandby, List<WorkerRoleStatus> roles) {

  /** Of a stage; whoever was not heard works as far as anybody knows. */
  static RoleCount of(StageWorkers workers, Optional<StageWindow> window) {
    if (workers.standby() == 0) {
      return new RoleCount(workers.ready(), workers.wanted(), 0, 0, List.of());
    }
    var seen = window.map(w -> w.latest().workers()).orElse(List.of());
    int waiting =
        (int)
            seen.stream()
                .filter(worker -> worker.ready() && worker.report() != null)
                .filter(worker -> worker.report().role() != WorkerRole.ACTIVE)
                .count();
    return new RoleCount(
        Math.max(0, workers.ready() - waiting),
        workers.active(),
        Math.min(waiting, workers.ready()),
        workers.standby(),
        seen.stream()
            .filter(worker -> worker.report() != null)
            .sorted(Comparator.comparing(WorkerObservation::pod))
            .map(worker -> status(worker.pod(), worker.report()))
            .toList());
  }

  private static WorkerRoleStatus status(String pod, WorkerReport report) {
    var status = new WorkerRoleStatus();
    status.setPod(pod);
    status.setRole(
        switch (report.role()) {
          case NONE -> "waiting";
          case STANDBY -> "standby";
          case ACTIVE ->
              report.memberId() == null || report.memberId().isEmpty() ? "joining" : "active";
        });
    return status;
  }
}
