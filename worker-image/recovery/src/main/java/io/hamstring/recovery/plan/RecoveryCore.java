package io.hamstring.recovery.plan;

import io.hamstring.contract.FailureKind;
import io.hamstring.contract.report.WorkerReport.RecoveryReport;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Decides what a worker does about what happens to it. It performs nothing: the step to be done is
 * in the state it answers with.
 */
public final class RecoveryCore {

  /** A worker that was calm for this long starts counting its attempts anew, commit or not. */
  static final Duration FORGIVEN_AFTER = Duration.ofMinutes(1);

  /** Two refusals in a row mean that the membership itself is bad. */
  private static final int REFUSALS_THAT_COST_THE_MEMBERSHIP = 2;

  /** That many producers lost in that time mean that somebody else uses this worker's id. */
  private static final int PRODUCERS_LOST_TO_A_RIVAL = 3;

  private static final Duration PRODUCERS_LOST_WITHIN = Duration.ofMinutes(5);

  private final BackOffPolicy backOff;

  public RecoveryCore(BackOffPolicy backOff) {
    this.backOff = backOff;
  }

  /**
   * A decision.
   *
   * @param begins whether the first step of {@code state.recovery()} is to be begun now
   * @param ended the recovery that ended with this event, if one did
   */
  public record Decision(RecoveryState state, boolean begins, Optional<RecoveryReport> ended) {}

  /** The state after an event. */
  public Decision next(RecoveryState state, RecoveryEvent event) {
    if (event instanceof RecoveryEvent.Started started) {
      return begin(
          state, plan(Recovery.Purpose.START, started.now(), RecoveryPlan.start(state.joining())));
    }
    if (event instanceof RecoveryEvent.Stopping stopping) {
      return stop(state, stopping.now());
    }
    if (event instanceof RecoveryEvent.Told told) {
      return told(state, told);
    }
    if (event instanceof RecoveryEvent.TransactionBegan) {
      return unchanged(state.holding(state.held().with(true)));
    }
    if (event instanceof RecoveryEvent.Committed) {
      return unchanged(state.committed());
    }
    if (event instanceof RecoveryEvent.StepDone done) {
      return stepDone(state, done.now());
    }
    if (event instanceof RecoveryEvent.StepFailed failed) {
      return stepFailed(state, failed);
    }
    if (event instanceof RecoveryEvent.Resumed resumed) {
      return resumed(state, resumed.now());
    }
    if (event instanceof RecoveryEvent.TransactionTimedOut late) {
      return failed(
          state,
          new Trouble(
              FailureKind.PRODUCER_LOST, late.detail(), late.now(), late.chance(), Taker.BROKER));
    }
    var failed = (RecoveryEvent.Failed) event;
    return failed(
        state,
        new Trouble(failed.kind(), failed.detail(), failed.now(), failed.chance(), Taker.ANYBODY));
  }

  /** Who may have taken a producer that was lost. */
  private enum Taker {
    /** The broker, because time was over, or an outage. */
    BROKER,
    /** Perhaps somebody with the same id. */
    ANYBODY
  }

  private record Trouble(FailureKind kind, String detail, Instant now, double chance, Taker taker) {

    Trouble as(FailureKind other) {
      return new Trouble(other, detail, now, chance, taker);
    }

    boolean isRivalry() {
      return kind == FailureKind.PRODUCER_LOST && taker == Taker.ANYBODY;
    }
  }

  private static Decision stop(RecoveryState state, Instant now) {
    var steps = RecoveryPlan.stop(state.held());
    return steps.isEmpty()
        ? new Decision(state.calm(now, null), false, Optional.empty())
        : begin(state, plan(Recovery.Purpose.STOP, now, steps));
  }

  // A plan that is under way changes only its end; a worker that stops goes on stopping.
  private static Decision told(RecoveryState state, RecoveryEvent.Told told) {
    var later = state.joining(told.join());
    if (!state.isCalm() || told.join() == state.held().input()) {
      return unchanged(later);
    }
    var steps = told.join() ? RecoveryPlan.join(state.held()) : RecoveryPlan.standBy(state.held());
    return begin(later, plan(Recovery.Purpose.CHANGE_ROLE, told.now(), steps));
  }

  private static Recovery plan(Recovery.Purpose purpose, Instant now, List<Action> steps) {
    return new Recovery(purpose, null, null, now, 0, steps);
  }

  private static Decision stepDone(RecoveryState state, Instant now) {
    var done = state.recovery();
    var later = state.holding(state.held().without(done.step()));
    if (done.step() instanceof Action.OpenInput) {
      later = later.withNewMembership();
    }
    if (done.steps().size() > 1) {
      return begin(later, done.afterStep());
    }
    // It was told to leave while it followed a plan that kept the membership.
    if (!later.joining() && later.held().input()) {
      var leave = plan(Recovery.Purpose.CHANGE_ROLE, now, RecoveryPlan.standBy(later.held()));
      return new Decision(later.following(leave), true, report(done, now));
    }
    // A farewell that failed on the way out of the group is still open, and nothing else ends it.
    if (done.purpose() == Recovery.Purpose.CHANGE_ROLE && later.held().transaction()) {
      return begin(later, plan(Recovery.Purpose.CHANGE_ROLE, now, List.of(new Action.Abort())));
    }
    // A consumer that is subscribed has still to be given its partitions.
    return done.step() instanceof Action.OpenInput && done.cause() != null
        ? new Decision(later.calm(now, done), false, Optional.empty())
        : new Decision(later.calm(now, null), false, report(done, now));
  }

  private static Decision resumed(RecoveryState state, Instant now) {
    return state.isCalm() && state.resuming() != null
        ? new Decision(state.calm(state.calmSince(), null), false, report(state.resuming(), now))
        : unchanged(state);
  }

  // A worker that stops goes on letting go, whatever fails.
  private Decision stepFailed(RecoveryState state, RecoveryEvent.StepFailed failed) {
    if (state.isStopping()) {
      return stepDone(state, failed.now());
    }
    // A producer whose abort was not answered is lost to an outage, not to a rival.
    boolean aborting = state.recovery().step() instanceof Action.Abort;
    return plan(
        withoutFailedStep(state),
        new Trouble(
            failed.kind(),
            failed.detail(),
            failed.now(),
            failed.chance(),
            aborting ? Taker.BROKER : Taker.ANYBODY));
  }

  private Decision failed(RecoveryState state, Trouble trouble) {
    if (trouble.kind == FailureKind.COMMIT_REFUSED) {
      state = state.refused();
      if (state.refusals() >= REFUSALS_THAT_COST_THE_MEMBERSHIP) {
        trouble = trouble.as(FailureKind.MEMBERSHIP_LOST);
      }
    }
    if (state.isStopping()) {
      return unchanged(state);
    }
    if (!state.isCalm() && weight(trouble.kind) <= weight(state.recovery().cause())) {
      return unchanged(state);
    }
    return plan(state, trouble);
  }

  private Decision plan(RecoveryState state, Trouble trouble) {
    var kind = trouble.kind;
    var now = trouble.now;
    int attempt = attempt(state, now);
    var cause = kind;
    if (trouble.isRivalry()) {
      state = state.producerLost(now, now.minus(PRODUCERS_LOST_WITHIN));
      if (state.producersLost().size() >= PRODUCERS_LOST_TO_A_RIVAL) {
        cause = FailureKind.INSTANCE_FENCED;
      }
    }
    var delay = backOff.delay(cause, attempt, trouble.chance);
    var steps = RecoveryPlan.after(kind, state.held(), delay, state.joining());
    if (steps.isEmpty()) {
      var loss = recovery(cause, trouble, now, attempt, steps);
      return new Decision(state.calm(now, state.resuming()), false, report(loss, now));
    }
    var since = state.unfinished().map(Recovery::since).orElse(now);
    return begin(state, recovery(cause, trouble, since, attempt, steps));
  }

  private static Recovery recovery(
      FailureKind cause, Trouble trouble, Instant since, int attempt, List<Action> steps) {
    return new Recovery(Recovery.Purpose.RECOVER, cause, trouble.detail, since, attempt, steps);
  }

  private static int attempt(RecoveryState state, Instant now) {
    var forgiven =
        state.isCalm()
            && state.calmSince() != null
            && Duration.between(state.calmSince(), now).compareTo(FORGIVEN_AFTER) > 0;
    return forgiven ? 1 : state.attempts() + 1;
  }

  // A producer whose abort failed is closed; its transaction is settled by the next one of its id.
  private static RecoveryState withoutFailedStep(RecoveryState state) {
    return state.recovery().step() instanceof Action.Abort
        ? state.holding(state.held().with(false))
        : state;
  }

  /** How much a failure makes a worker rebuild; a heavier one takes the place of a lighter. */
  private static int weight(FailureKind kind) {
    if (kind == null) {
      return 3;
    }
    return switch (kind) {
      case STALE_BATCH, OFFSETS_LOST -> 0;
      case COMMIT_REFUSED, RECORD_REJECTED -> 1;
      case MEMBERSHIP_LOST, INSTANCE_FENCED, PROCESSOR_UNAVAILABLE -> 2;
      case TRANSPORT_LOST, NOT_AUTHORIZED, MISCONFIGURED, TOPIC_MISSING, PRODUCER_LOST -> 3;
      case COMMIT_IN_DOUBT -> 4;
    };
  }

  private static Optional<RecoveryReport> report(Recovery recovery, Instant now) {
    return recovery.cause() == null
        ? Optional.empty()
        : Optional.of(
            new RecoveryReport(
                recovery.since(),
                recovery.cause(),
                recovery.detail(),
                recovery.attempt(),
                Duration.between(recovery.since(), now)));
  }

  private static Decision begin(RecoveryState state, Recovery recovery) {
    return new Decision(state.following(recovery), true, Optional.empty());
  }

  private static Decision unchanged(RecoveryState state) {
    return new Decision(state, false, Optional.empty());
  }
}
