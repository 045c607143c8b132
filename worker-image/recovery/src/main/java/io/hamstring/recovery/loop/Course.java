package io.hamstring.recovery.loop;

import io.hamstring.contract.FailureKind;
import io.hamstring.recovery.plan.Action;
import io.hamstring.recovery.plan.BackOffPolicy;
import io.hamstring.recovery.plan.Held;
import io.hamstring.recovery.plan.Recovery;
import io.hamstring.recovery.plan.RecoveryCore;
import io.hamstring.recovery.plan.RecoveryEvent;
import io.hamstring.recovery.plan.RecoveryState;
import io.hamstring.recovery.port.AssignmentListener;
import io.hamstring.recovery.port.FailedCall;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;

/**
 * Keeps the state of the recovery, has the steps of its plans done one after the other, and tells
 * of what begins and ends. Confined to the loop thread.
 */
final class Course {

  private final Steps steps;
  private final Journal journal;
  private final Time time;
  private final DoubleSupplier chance;
  private final RecoveryCore core;
  private final Consumer<WorkerEvent> events;
  private RecoveryState state;
  private boolean stepIsNew;

  Course(
      Steps steps,
      Journal journal,
      Time time,
      DoubleSupplier chance,
      BackOffPolicy backOff,
      RecoveryState state,
      Consumer<WorkerEvent> events) {
    this.steps = steps;
    this.journal = journal;
    this.time = time;
    this.chance = chance;
    this.core = new RecoveryCore(backOff);
    this.state = state;
    this.events = events;
  }

  RecoveryState state() {
    return state;
  }

  Held held() {
    return state.held();
  }

  boolean isCalm() {
    return state.isCalm();
  }

  /** Whether plans end in the group. */
  boolean isJoining() {
    return state.joining();
  }

  /** Whether the group is being left in good order, to wait. */
  boolean isStandingDown() {
    return state
        .ongoing()
        .filter(plan -> plan.purpose() == Recovery.Purpose.CHANGE_ROLE && !state.joining())
        .isPresent();
  }

  boolean isStopping() {
    return state.isStopping();
  }

  // Polling with an id that another holds would fence the other, for ever in turn.
  boolean isFenced() {
    return state.ongoing().filter(plan -> plan.cause() == FailureKind.INSTANCE_FENCED).isPresent();
  }

  /** Whether a step runs on another thread. */
  boolean isStepUnderWay() {
    return !state.isCalm() && !stepIsNew && steps.isAsynchronous();
  }

  /** Whether an abort is to be done or being done. */
  boolean isAborting() {
    return !state.isCalm() && steps.isAbort(step()) && !steps.hasOutcome();
  }

  /** Something failed. */
  void fail(FailureKind kind, String detail) {
    decide(new RecoveryEvent.Failed(kind, detail, time.now(), chance.getAsDouble()));
  }

  /** The brokers ended a transaction that was open for too long. */
  void timedOut(String detail) {
    decide(new RecoveryEvent.TransactionTimedOut(detail, time.now(), chance.getAsDouble()));
  }

  /** The group has answered with an assignment. */
  void assigned() {
    if (state.resuming() != null) {
      decide(new RecoveryEvent.Resumed(time.now()));
    }
  }

  /** Does what can be done of the plan now. */
  void follow(Intake intake, AssignmentListener listener, Runnable forget) {
    while (!state.isCalm()) {
      if (stepIsNew) {
        stepIsNew = false;
        steps.begin(step(), listener, forget);
      }
      var outcome = steps.outcome(intake);
      if (outcome.isEmpty()) {
        return;
      }
      ended(outcome.get().orElse(null));
    }
  }

  /** Has an abort that is due begun at once. */
  void abortNow(AssignmentListener listener) {
    if (stepIsNew && steps.isAbort(step())) {
      stepIsNew = false;
      steps.begin(step(), listener, () -> {});
    }
  }

  private Action step() {
    return state.recovery().step();
  }

  private void ended(FailedCall failure) {
    decide(
        failure == null
            ? new RecoveryEvent.StepDone(time.now())
            : new RecoveryEvent.StepFailed(
                failure.kind(), failure.getMessage(), time.now(), chance.getAsDouble()));
  }

  void decide(RecoveryEvent event) {
    var before = state.unfinished().map(Recovery::cause).orElse(null);
    var decision = core.next(state, event);
    state = decision.state();
    if (decision.begins()) {
      stepIsNew = true;
      var now = state.recovery();
      if (now.cause() != null && now.cause() != before) {
        journal.recoveryBegan(now.cause());
        events.accept(new WorkerEvent.RecoveryBegan(now));
      }
    }
    decision
        .ended()
        .ifPresent(
            report -> {
              if (before != report.cause()) {
                journal.recoveryBegan(report.cause());
              }
              journal.recovered(report);
              events.accept(new WorkerEvent.RecoveryEnded(report));
            });
  }
}
