package io.hamstring.recovery.loop;

import io.hamstring.contract.FailureKind;
import io.hamstring.recovery.plan.RecoveryEvent;
import io.hamstring.recovery.port.AssignmentListener;
import io.hamstring.recovery.processing.Partition;
import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What the consumer tells of its partitions while it polls or closes. What is revoked is still ours
 * until that call returns, so a commit on its way is waited for; what is lost is not. Confined to
 * the loop thread.
 */
final class Rebalancing implements AssignmentListener {

  private static final Duration DELIVERY = Duration.ofSeconds(1);

  private final Intake intake;
  private final Positions positions;
  private final Commits commits;
  private final Steps steps;
  private final Course course;
  private final Journal journal;
  private final Mailbox mailbox;
  private final Time time;
  private final Duration patience;
  private final Consumer<Message> take;
  private boolean assignedOnce;
  private long assignedAt;

  /**
   * @param patience how long a commit under way is waited for
   * @param take what is done with a message that comes meanwhile
   */
  Rebalancing(
      Intake intake,
      Positions positions,
      Commits commits,
      Steps steps,
      Course course,
      Journal journal,
      Mailbox mailbox,
      Time time,
      Duration patience,
      Consumer<Message> take) {
    this.intake = intake;
    this.positions = positions;
    this.commits = commits;
    this.steps = steps;
    this.course = course;
    this.journal = journal;
    this.mailbox = mailbox;
    this.time = time;
    this.patience = patience;
    this.take = take;
  }

  /** Whether this membership has had an assignment, possibly an empty one. */
  boolean hasAssignment() {
    return assignedOnce;
  }

  /**
   * Whether the group has not answered yet, or what it gave has hardly had time to deliver: each
   * round of that needs a poll, and costs all of its length.
   */
  boolean isUnderWay() {
    return !assignedOnce || time.nanos() - assignedAt < DELIVERY.toNanos();
  }

  /** The membership is over with all that hangs on it. */
  void forget() {
    intake.gone(intake.assignment().epochs().keySet());
    positions.clear();
    journal.stale(commits.clear());
    assignedOnce = false;
  }

  @Override
  public void assigned(Set<Partition> added) {
    intake.assigned(added);
    positions.open();
    assignedOnce = true;
    assignedAt = time.nanos();
    journal.rebalanced("assigned", false, time.now());
    course.assigned();
  }

  @Override
  public void revoked(Set<Partition> taken) {
    waitForTransaction();
    takeLeave(taken);
    intake.gone(taken);
    journal.stale(commits.dropStale());
    journal.revoked(taken.isEmpty(), time.now());
  }

  @Override
  public void lost(Set<Partition> gone) {
    intake.gone(gone);
    journal.stale(commits.dropStale());
    journal.rebalanced("lost", true, time.now());
    if (!gone.isEmpty() && !steps.isClosing()) {
      course.fail(FailureKind.MEMBERSHIP_LOST, "partitions lost: " + gone);
    }
  }

  // Only where the producer is sound: in good order, or on the way out.
  private void takeLeave(Set<Partition> taken) {
    boolean leaves = course.isStopping() || course.isStandingDown();
    boolean sound = course.isCalm() || (leaves && steps.isOutputSound());
    if (sound && course.held().output() && !course.held().transaction()) {
      steps
          .input()
          .flatMap(input -> commits.farewell(taken, input.membership(), time.nanos()))
          .ifPresent(
              transaction -> {
                course.decide(new RecoveryEvent.TransactionBegan());
                steps.transact(transaction);
                waitForTransaction();
              });
    }
  }

  // A commit on its way may still come in; one that fails is aborted before anyone else reads on.
  private void waitForTransaction() {
    long until = time.nanos() + patience.toNanos();
    while ((commits.isUnderWay() || course.isAborting()) && time.nanos() - until < 0) {
      course.abortNow(this);
      mailbox.await(Duration.ofNanos(until - time.nanos())).ifPresent(take);
    }
  }
}
