package io.hamstring.recovery.loop;

import io.hamstring.contract.names.Incarnation;
import io.hamstring.contract.report.WorkerReport;
import io.hamstring.contract.report.WorkerReport.HeldBecause;
import io.hamstring.contract.report.WorkerReport.PartitionReport;
import io.hamstring.contract.report.WorkerReport.Recovering;
import io.hamstring.contract.report.WorkerReport.WorkerState;
import io.hamstring.contract.report.WorkerRole;
import io.hamstring.contract.settings.WorkerSettings;
import io.hamstring.recovery.plan.Action;
import io.hamstring.recovery.plan.Recovery;
import io.hamstring.recovery.plan.RecoveryState;
import io.hamstring.recovery.port.Input;
import io.hamstring.recovery.port.Position;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Publishes what the loop knows as an immutable report, a few times a second. */
final class Reporter {

  private static final Duration INTERVAL = Duration.ofMillis(200);

  private final WorkerSettings settings;
  private Incarnation incarnation;
  private final Time time;
  private final Instant startedAt;
  private long publishedAt;
  private volatile WorkerReport latest;

  Reporter(WorkerSettings settings, Incarnation incarnation, Time time) {
    this.settings = settings;
    this.incarnation = incarnation;
    this.time = time;
    this.startedAt = time.now();
  }

  /** The worker goes on as another incarnation. */
  void isNow(Incarnation other) {
    incarnation = other;
  }

  void publishIfDue(Runnable publish) {
    if (time.nanos() - publishedAt >= INTERVAL.toNanos()) {
      publish.run();
    }
  }

  void publish(
      RecoveryState recovery,
      Intake intake,
      Journal journal,
      Optional<Input> input,
      boolean assignedOnce,
      boolean stopping,
      WorkerRole role) {
    publishedAt = time.nanos();
    var membership = input.map(Input::membership);
    boolean placed =
        role == WorkerRole.ACTIVE
            ? recovery.held().input() && assignedOnce
            : role == WorkerRole.STANDBY && recovery.held().prepared();
    boolean ready =
        placed && recovery.held().output() && recovery.ongoing().filter(Reporter::letsGo).isEmpty();
    latest =
        new WorkerReport(
            WorkerReport.VERSION,
            settings.namespace(),
            settings.pipeline(),
            settings.stage().name(),
            incarnation.pod(),
            incarnation.boot(),
            incarnation.instanceId(),
            incarnation.transactionalId(),
            time.now(),
            startedAt,
            state(recovery, stopping),
            true,
            ready && !stopping,
            recovering(recovery),
            intake.assignment().latest(),
            membership.map(m -> m.memberId()).orElse(null),
            membership.map(m -> m.generation()).orElse(-1),
            intake.all().stream().map(Reporter::partition).toList(),
            journal.rebalances(),
            journal.latencies(publishedAt),
            journal.counters(),
            journal.lastCommitAt(),
            journal.recoveries(),
            role);
  }

  WorkerReport latest(boolean live) {
    var report = latest;
    return live ? report : report.notLive();
  }

  /** Whether a plan lets go of a client that it still holds. */
  private static boolean letsGo(Recovery plan) {
    return plan.steps().stream()
        .anyMatch(step -> step instanceof Action.CloseInput || step instanceof Action.CloseOutput);
  }

  private static WorkerState state(RecoveryState recovery, boolean stopping) {
    if (stopping) {
      boolean holds = recovery.held().input() || recovery.held().output();
      return holds ? WorkerState.STOPPING : WorkerState.STOPPED;
    }
    return recovery
        .ongoing()
        .map(
            plan ->
                switch (plan.purpose()) {
                  case START -> WorkerState.STARTING;
                  case CHANGE_ROLE -> WorkerState.RUNNING;
                  case RECOVER, STOP -> WorkerState.RECOVERING;
                })
        .orElse(WorkerState.RUNNING);
  }

  private static Recovering recovering(RecoveryState recovery) {
    return recovery
        .ongoing()
        .filter(plan -> plan.cause() != null)
        .map(
            plan ->
                new Recovering(
                    plan.cause(),
                    plan.detail(),
                    plan.steps().stream().map(step -> step.label()).toList(),
                    plan.attempt(),
                    plan.since()))
        .orElse(null);
  }

  private static PartitionReport partition(PartitionWork work) {
    return new PartitionReport(
        work.partition.topic(),
        work.partition.number(),
        work.epoch,
        offset(work.position()),
        offset(work.committed()),
        work.queued(),
        work.inWork() == null ? 0 : work.inWork().batch().size(),
        work.isPaused(),
        heldBecause(work) != null,
        work.oldest().map(record -> Instant.ofEpochMilli(record.timestamp())).orElse(null),
        heldBecause(work));
  }

  private static HeldBecause heldBecause(PartitionWork work) {
    if (work.awaitsLetter()) {
      return HeldBecause.DEAD_LETTER_TOPIC;
    }
    return work.phase() == Phase.HELD ? HeldBecause.POISON : null;
  }

  private static long offset(Position position) {
    return position == null ? -1 : position.offset();
  }
}
