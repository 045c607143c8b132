package io.hamstring.recovery.loop;

import io.hamstring.contract.FailureKind;
import io.hamstring.contract.names.Incarnation;
import io.hamstring.contract.settings.WorkerSettings.Timeouts;
import io.hamstring.recovery.plan.Action;
import io.hamstring.recovery.port.AssignmentListener;
import io.hamstring.recovery.port.Cluster;
import io.hamstring.recovery.port.FailedCall;
import io.hamstring.recovery.port.Input;
import io.hamstring.recovery.port.PreparedInput;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * Performs the steps of plans: those of the consumer on the loop thread, those of the producer on
 * the transaction thread. Confined to the loop thread.
 */
final class Steps {

  private static final Duration CLOSE = Duration.ofSeconds(5);

  private final Cluster cluster;
  private final TransactionLane lane;
  private final Crew crew;
  private final Mailbox mailbox;
  private final Time time;
  private final Timeouts timeouts;
  private final Commits commits;
  private final IntConsumer dropped;
  private final Consumer<Incarnation> renamed;
  private Input input;
  private PreparedInput prepared;
  private boolean closing;
  private boolean outputIsSound;
  private Action step;
  private long number;
  private long begun;
  private Optional<Optional<FailedCall>> outcome = Optional.empty();
  private Runnable afterCommitAgain = () -> {};

  Steps(
      Cluster cluster,
      TransactionLane lane,
      Crew crew,
      Mailbox mailbox,
      Time time,
      Timeouts timeouts,
      Commits commits,
      IntConsumer dropped,
      Consumer<Incarnation> renamed) {
    this.cluster = cluster;
    this.lane = lane;
    this.crew = crew;
    this.mailbox = mailbox;
    this.time = time;
    this.timeouts = timeouts;
    this.commits = commits;
    this.dropped = dropped;
    this.renamed = renamed;
  }

  Optional<Input> input() {
    return Optional.ofNullable(input);
  }

  /** Whether the consumer is being closed on purpose. */
  boolean isClosing() {
    return closing;
  }

  /** Whether nothing has gone wrong with the producer but what an abort mends. */
  boolean isOutputSound() {
    return outputIsSound;
  }

  /** A transaction failed of that. */
  void transactionFailed(FailureKind kind) {
    outputIsSound &= kind == FailureKind.COMMIT_REFUSED || kind == FailureKind.RECORD_REJECTED;
  }

  boolean isAbort(Action action) {
    return action instanceof Action.Abort;
  }

  /** Whether the step being done runs elsewhere and has not come back. */
  boolean isAsynchronous() {
    boolean elsewhere =
        step instanceof Action.Abort
            || step instanceof Action.CloseOutput
            || step instanceof Action.OpenOutput;
    return elsewhere && outcome.isEmpty();
  }

  boolean hasOutcome() {
    return outcome.isPresent();
  }

  /** What has to happen right after the results of an aborted transaction are back in line. */
  void afterCommitAgain(Runnable task) {
    afterCommitAgain = task;
  }

  /** Has a transaction run; its end is a message. */
  void transact(Transaction transaction) {
    crew.transact(
        () -> {
          FailedCall failure = null;
          try {
            lane.run(transaction);
          } catch (FailedCall failed) {
            failure = failed;
          }
          mailbox.post(new Message.TransactionEnded(transaction, failure));
        });
  }

  /**
   * Begins a step.
   *
   * @param forget drops everything that hangs on the membership
   */
  void begin(Action action, AssignmentListener listener, Runnable forget) {
    step = action;
    number++;
    begun = time.nanos();
    outcome = Optional.empty();
    if (action instanceof Action.Abort) {
      elsewhere(lane::settle);
    } else if (action instanceof Action.CloseOutput) {
      elsewhere(() -> lane.close(CLOSE));
    } else if (action instanceof Action.OpenOutput) {
      outputIsSound = true;
      elsewhere(() -> lane.open(cluster));
    } else if (action instanceof Action.TakeNewIds) {
      cluster.takeNewIds().ifPresent(renamed);
      done();
    } else if (action instanceof Action.CloseInput) {
      closeInput(forget);
    } else if (action instanceof Action.PrepareInput) {
      prepareInput();
    } else if (action instanceof Action.OpenInput) {
      openInput(listener);
    } else if (action instanceof Action.CommitAgain) {
      dropped.accept(commits.commitAgain());
      afterCommitAgain.run();
      afterCommitAgain = () -> {};
      done();
    }
  }

  /** The end of a step that ran elsewhere; ignored if the plan it belonged to was given up. */
  void ended(Message.StepEnded ended) {
    if (ended.failure() != null) {
      outputIsSound = false;
    }
    if (ended.number() == number) {
      outcome = Optional.of(Optional.ofNullable(ended.failure()));
    }
  }

  /** How the step being done ended; empty while it has not. */
  Optional<Optional<FailedCall>> outcome(Intake intake) {
    if (outcome.isEmpty()) {
      if (step instanceof Action.BackOff backOff && hasPassed(backOff.delay())) {
        done();
      } else if (step instanceof Action.AwaitMembership) {
        awaitMembership();
      }
    }
    return outcome;
  }

  private void awaitMembership() {
    if (input != null && commits.mayCommitAgain(input.membership())) {
      done();
    } else if (hasPassed(timeouts.session())) {
      outcome =
          Optional.of(
              Optional.of(
                  new FailedCall(
                      FailureKind.MEMBERSHIP_LOST,
                      "the group refused a commit and gave no new generation within "
                          + timeouts.session(),
                      null)));
    }
  }

  private boolean hasPassed(Duration delay) {
    return time.nanos() - begun >= delay.toNanos();
  }

  private void closeInput(Runnable forget) {
    closing = true;
    if (input != null) {
      input.close(CLOSE);
    }
    if (prepared != null) {
      prepared.close(CLOSE);
    }
    input = null;
    prepared = null;
    closing = false;
    forget.run();
    done();
  }

  private void prepareInput() {
    try {
      prepared = cluster.prepareInput();
      done();
    } catch (FailedCall failed) {
      outcome = Optional.of(Optional.of(failed));
    }
  }

  void keepWarm(Duration timeout) {
    prepared.keepWarm(timeout);
  }

  private void openInput(AssignmentListener listener) {
    try {
      input = prepared == null ? cluster.openInput(listener) : prepared.join(listener);
      prepared = null;
      done();
    } catch (FailedCall failed) {
      outcome = Optional.of(Optional.of(failed));
    }
  }

  private void elsewhere(Runnable task) {
    long mine = number;
    crew.transact(
        () -> {
          FailedCall failure = null;
          try {
            task.run();
          } catch (FailedCall failed) {
            failure = failed;
          }
          mailbox.post(new Message.StepEnded(mine, failure));
        });
  }

  private void done() {
    outcome = Optional.of(Optional.empty());
  }
}
