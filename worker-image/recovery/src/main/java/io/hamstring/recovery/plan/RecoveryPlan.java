package io.hamstring.recovery.plan;

import io.hamstring.contract.FailureKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The steps that bring a worker back from each kind of failure. No plan waits while it holds a
 * membership, and every plan that opens the output again does so before it opens the input.
 */
public final class RecoveryPlan {

  private final Held held;
  private final List<Action> steps = new ArrayList<>();
  private boolean inputOpen;
  private boolean outputOpen;

  private RecoveryPlan(Held held) {
    this.held = held;
    this.inputOpen = held.input();
    this.outputOpen = held.output();
  }

  /**
   * The steps of a start: no failure, nothing held.
   *
   * @param joining whether the worker joins its group at once
   */
  public static List<Action> start(boolean joining) {
    return new RecoveryPlan(Held.NOTHING).openOutput().openInput().towards(joining);
  }

  /** The steps into the group of a worker that is ready to join it, or was not yet. */
  public static List<Action> join(Held held) {
    return new RecoveryPlan(held).openOutput().openInput().steps;
  }

  /** The steps out of the group, to wait. */
  public static List<Action> standBy(Held held) {
    return new RecoveryPlan(held).abort().closeInput().openOutput().openInput().towards(false);
  }

  private List<Action> towards(boolean joining) {
    return steps.stream().map(step -> towards(joining, step)).toList();
  }

  /** The same step of a plan that ends in the group, or ready to join it. */
  static Action towards(boolean joining, Action step) {
    if (step instanceof Action.OpenInput || step instanceof Action.PrepareInput) {
      return joining ? new Action.OpenInput() : new Action.PrepareInput();
    }
    return step;
  }

  /** The steps of a stop, once the work is finished or time is over. */
  public static List<Action> stop(Held held) {
    return new RecoveryPlan(held).abort().closeInput().closeOutput().steps;
  }

  /**
   * The steps after a failure.
   *
   * @param delay how long to back off where the plan does; zero leaves the step out
   * @param joining whether the worker goes back into its group
   */
  public static List<Action> after(FailureKind kind, Held held, Duration delay, boolean joining) {
    return joining
        ? after(kind, held, delay)
        : after(kind, held, delay).stream().map(step -> towards(false, step)).toList();
  }

  /** The steps after a failure of a worker that goes back into its group. */
  public static List<Action> after(FailureKind kind, Held held, Duration delay) {
    var plan = new RecoveryPlan(held);
    return switch (kind) {
      // Nothing to rebuild: batches are dropped, or positions are moved.
      case STALE_BATCH, OFFSETS_LOST -> plan.steps;
      case COMMIT_REFUSED -> plan.abort().awaitMembership().commitAgain().steps;
      case RECORD_REJECTED -> plan.abort().commitAgain().steps;
      case MEMBERSHIP_LOST, INSTANCE_FENCED, PROCESSOR_UNAVAILABLE ->
          plan.abort().closeInput().backOff(delay).openOutput().openInput().steps;
      case TRANSPORT_LOST, NOT_AUTHORIZED, MISCONFIGURED, TOPIC_MISSING ->
          plan.abort().closeInput().closeOutput().backOff(delay).openOutput().openInput().steps;
      // After a commit that nobody answered an abort could contradict what the coordinator has
      // already prepared.
      case COMMIT_IN_DOUBT ->
          plan.closeInput().closeOutput().backOff(delay).openOutput().openInput().steps;
      // A producer that is lost cannot abort at all.
      case PRODUCER_LOST ->
          plan.closeInput()
              .closeOutput()
              .backOff(delay)
              .takeNewIds()
              .openOutput()
              .openInput()
              .steps;
    };
  }

  private RecoveryPlan abort() {
    return step(held.transaction(), new Action.Abort());
  }

  private RecoveryPlan closeInput() {
    step(inputOpen || held.prepared(), new Action.CloseInput());
    inputOpen = false;
    return this;
  }

  private RecoveryPlan closeOutput() {
    step(outputOpen, new Action.CloseOutput());
    outputOpen = false;
    return this;
  }

  private RecoveryPlan backOff(Duration delay) {
    return step(!delay.isZero(), new Action.BackOff(delay));
  }

  private RecoveryPlan takeNewIds() {
    return step(true, new Action.TakeNewIds());
  }

  private RecoveryPlan openOutput() {
    return step(!outputOpen, new Action.OpenOutput());
  }

  private RecoveryPlan openInput() {
    return step(!inputOpen, new Action.OpenInput());
  }

  private RecoveryPlan awaitMembership() {
    return step(true, new Action.AwaitMembership());
  }

  private RecoveryPlan commitAgain() {
    return step(true, new Action.CommitAgain());
  }

  private RecoveryPlan step(boolean needed, Action action) {
    if (needed) {
      steps.add(action);
    }
    return this;
  }
}
