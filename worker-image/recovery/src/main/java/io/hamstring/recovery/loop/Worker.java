package io.hamstring.recovery.loop;

import io.hamstring.contract.FailureKind;
import io.hamstring.contract.batch.GroupCommit;
import io.hamstring.contract.names.Incarnation;
import io.hamstring.contract.report.WorkerReport;
import io.hamstring.contract.settings.WorkerSettings;
import io.hamstring.recovery.plan.RecoveryCore;
import io.hamstring.recovery.plan.RecoveryEvent;
import io.hamstring.recovery.plan.RecoveryState;
import io.hamstring.recovery.port.AssignmentListener;
import io.hamstring.recovery.port.Cluster;
import io.hamstring.recovery.port.FailedCall;
import io.hamstring.recovery.port.Input;
import io.hamstring.recovery.port.Membership;
import io.hamstring.recovery.port.Polled;
import io.hamstring.recovery.port.RejectedOutput;
import io.hamstring.recovery.processing.Partition;
import io.hamstring.recovery.processing.ProcessorUnavailableException;
import io.hamstring.recovery.processing.StageProcessor;
import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;

/**
 * One worker: reads, works, writes and commits exactly once, and recovers by itself. The thread
 * that calls {@link #run} is the loop thread: it owns the consumer and all mutable state. {@link
 * #stop}, {@link #report} and {@link #isLive} may be called by any thread.
 */
public final class Worker implements Runnable {

  /** A loop that did not turn for this long is not live. */
  static final Duration LIVENESS = Duration.ofSeconds(60);

  private static final Duration BUSY_POLL = Duration.ofMillis(10);
  private static final Duration IDLE_POLL = Duration.ofMillis(50);

  private final WorkerSettings settings;
  private final Time time;
  private final DoubleSupplier chance;
  private final Crew crew;
  private final Mailbox mailbox;
  private final Intake intake;
  private final Commits commits;
  private final Floor floor;
  private final Steps steps;
  private final Positions positions;
  private final Outage outage;
  private final Journal journal = new Journal();
  private final Reporter reporter;
  private final Consumer<WorkerEvent> events;

  private RecoveryState recovery = RecoveryState.NEW;
  private boolean stepIsNew;
  private boolean assignedOnce;
  private boolean surrendered;
  private long stopBy;
  private boolean stopSeen;
  private volatile boolean stopping;
  private volatile long latestTurn;

  /**
   * Builds a worker; nothing is opened before {@link #run}.
   *
   * @param events is told of recoveries, on the loop thread
   */
  @SuppressWarnings("unchecked")
  public Worker(
      WorkerSettings settings,
      Incarnation incarnation,
      Cluster cluster,
      StageProcessor<?> processor,
      Surroundings surroundings,
      Consumer<WorkerEvent> events) {
    this.settings = settings;
    this.time = surroundings.time();
    this.chance = surroundings.chance();
    this.crew = surroundings.crew();
    this.mailbox = surroundings.mailbox();
    this.events = events;
    var stage = settings.stage();
    var raw = (StageProcessor<Object>) processor;
    var batch = settings.effectiveBatch(processor.ownBounds());
    var groupCommit =
        processor.effectsLeaveKafka() ? GroupCommit.OFF : settings.effectiveGroupCommit();
    boolean ownBounds =
        processor.ownBounds().size() != null || processor.ownBounds().timeout() != null;
    this.intake =
        new Intake(
            batch.size(),
            batch.timeout(),
            groupCommit.enabled() && !ownBounds,
            raw::initialState,
            () -> new Isolation(stage.onPoison().maxAttempts()),
            () -> new Suspicion(incarnation.instanceId(), stage.onPoison().maxAttempts()));
    this.commits = new Commits(groupCommit, intake);
    var trail = new AuditTrail(stage.name(), settings.audit());
    this.floor =
        new Floor(
            raw,
            crew,
            mailbox,
            intake,
            commits,
            trail,
            journal,
            new LetterBox(stage.onPoison().deadLetterTopic(), cluster, crew, mailbox, time),
            time::nanos,
            new Floor.Bounds(
                stage.name(),
                stage.concurrency(),
                settings.timeouts().maxPollInterval(),
                stage.onPoison()));
    this.steps =
        new Steps(
            cluster,
            new TransactionLane(trail),
            crew,
            mailbox,
            time,
            settings.timeouts(),
            commits,
            journal::stale);
    this.positions =
        new Positions(intake, settings.kafka().offsetReset(), processor.lookBack(), time);
    this.outage = new Outage(settings.stage().inputs().get(0), cluster, crew, mailbox, time);
    this.reporter = new Reporter(settings, incarnation, time);
    this.latestTurn = time.nanos();
    publish();
  }

  /** Whether the loop turns, whatever Kafka does. */
  public boolean isLive() {
    return time.nanos() - latestTurn < LIVENESS.toNanos();
  }

  /** Whether a batch that would not end made the worker leave its group for good. */
  public boolean hasSurrendered() {
    return surrendered;
  }

  /** What the worker says of itself now. */
  public WorkerReport report() {
    return reporter.latest(isLive());
  }

  /** Asks the worker to finish what is in work, leave its group and end; returns at once. */
  public void stop() {
    stopping = true;
    mailbox.post(new Message.Wake());
  }

  /** Works until it is stopped. */
  @Override
  public void run() {
    start();
    while (!isOver()) {
      turn();
    }
    publish();
  }

  void start() {
    decide(new RecoveryEvent.Started(time.now()));
  }

  /** What is held and which plan is followed; for the loop thread. */
  RecoveryState recovery() {
    return recovery;
  }

  boolean isOver() {
    return stopSeen && recovery.isCalm() && !recovery.held().input() && !recovery.held().output();
  }

  /** One round: listen to the crew, follow the plan, poll, hand out work, commit. */
  void turn() {
    latestTurn = time.nanos();
    for (var message = mailbox.next(); message.isPresent(); message = mailbox.next()) {
      take(message.get());
    }
    watchForTheEnd();
    followPlan();
    pollOrWait();
    floor.interrupt(time.nanos());
    if (recovery.isCalm() && steps.input().isPresent()) {
      work();
    }
    reporter.publishIfDue(this::publish);
  }

  private void work() {
    var input = steps.input().orElseThrow();
    var now = time.nanos();
    try {
      positions
          .resolve(input, now)
          .ifPresent(loss -> decide(failed(FailureKind.OFFSETS_LOST, loss)));
    } catch (FailedCall failed) {
      decide(failed(failed.kind(), failed.getMessage()));
      return;
    }
    intake.all().forEach(PartitionWork::replayEnds);
    intake.throttle(input);
    floor.checkLetters(now);
    if (!stopSeen) {
      intake.chooseSuspect();
      floor.handOut(now);
    }
    commit(input.membership(), now);
  }

  private void commit(Membership membership, long now) {
    journal.stale(commits.dropStale());
    commits
        .next(membership, now)
        .ifPresent(
            transaction -> {
              decide(new RecoveryEvent.TransactionBegan());
              steps.transact(transaction);
            });
  }

  private void pollOrWait() {
    var input = steps.input();
    if (input.isEmpty() || isFenced()) {
      journal.pollingStopped();
      mailbox.await(IDLE_POLL).ifPresent(this::take);
      return;
    }
    journal.polled(time.nanos());
    try {
      if (recovery.isCalm()) {
        outage.watch(input.get().silence());
      }
      var polled = poll(input.get());
      var now = time.nanos();
      intake.take(polled, now);
      positions.lost(polled);
    } catch (FailedCall failed) {
      decide(failed(failed.kind(), failed.getMessage()));
    }
  }

  // What the crew tells ends the wait; a message that came before the alarm was set does too.
  private Polled poll(Input input) {
    mailbox.alarm(input::wakeUp);
    try {
      return input.poll(mailbox.isEmpty() ? pollTimeout() : Duration.ZERO);
    } finally {
      mailbox.alarm(null);
    }
  }

  // Polling with an id that another holds would fence the other, for ever in turn.
  private boolean isFenced() {
    return recovery
        .ongoing()
        .filter(plan -> plan.cause() == FailureKind.INSTANCE_FENCED)
        .isPresent();
  }

  private Duration pollTimeout() {
    if (floor.wasCutShort()) {
      return Duration.ZERO;
    }
    boolean busy =
        !floor.isIdle() || !commits.isEmpty() || !recovery.isCalm() || positions.areOpen();
    if (busy) {
      return BUSY_POLL;
    }
    long due = intake.nanosUntilDue(time.nanos());
    return due < IDLE_POLL.toNanos() ? Duration.ofNanos(Math.max(due, 1_000_000)) : IDLE_POLL;
  }

  private void watchForTheEnd() {
    var now = time.nanos();
    if (floor.nanosOverdue(now) > settings.timeouts().shutdown().toNanos() && !surrendered) {
      surrendered = true;
      stopping = true;
      stopBy = now;
      stopSeen = true;
      intake.gone(intake.assignment().epochs().keySet());
    }
    if (stopping && !stopSeen) {
      stopSeen = true;
      stopBy = now + settings.timeouts().shutdown().toNanos();
    }
    if (!stopSeen || recovery.isStopping()) {
      return;
    }
    boolean finished =
        floor.isIdle() && commits.isEmpty() && (recovery.isCalm() || !recovery.held().input());
    boolean outOfTime = now - stopBy >= 0;
    boolean stepUnderWay = !recovery.isCalm() && !stepIsNew && steps.isAsynchronous();
    if ((finished || outOfTime) && !stepUnderWay) {
      decide(new RecoveryEvent.Stopping(time.now()));
    }
  }

  private void followPlan() {
    while (!recovery.isCalm()) {
      if (stepIsNew) {
        stepIsNew = false;
        steps.begin(recovery.recovery().step(), new Callbacks(), this::forget);
      }
      var outcome = steps.outcome(intake);
      if (outcome.isEmpty()) {
        return;
      }
      ended(outcome.get().orElse(null));
    }
  }

  private void ended(FailedCall failure) {
    decide(
        failure == null
            ? new RecoveryEvent.StepDone(time.now())
            : new RecoveryEvent.StepFailed(
                failure.kind(), failure.getMessage(), time.now(), chance.getAsDouble()));
  }

  private void forget() {
    intake.gone(intake.assignment().epochs().keySet());
    positions.clear();
    journal.stale(commits.clear());
    assignedOnce = false;
  }

  private void take(Message message) {
    if (message instanceof Message.BatchEnded ended) {
      var cause = ended.failure() instanceof ProcessorUnavailableException e ? e : null;
      if (floor.takeBack(ended, cause != null, time.nanos())) {
        decide(failed(FailureKind.PROCESSOR_UNAVAILABLE, cause.getMessage()));
      }
    } else if (message instanceof Message.BrokersAsked asked) {
      outage
          .confirmed(asked)
          .filter(detail -> recovery.isCalm())
          .ifPresent(detail -> decide(failed(FailureKind.TRANSPORT_LOST, detail)));
    } else if (message instanceof Message.TopicChecked checked) {
      floor.lettersChecked(checked, time.nanos());
    } else if (message instanceof Message.TransactionEnded ended) {
      transactionEnded(ended);
    } else if (message instanceof Message.StepEnded ended) {
      steps.ended(ended);
    }
  }

  private void transactionEnded(Message.TransactionEnded ended) {
    var now = time.nanos();
    var failure = ended.failure();
    if (failure == null) {
      journal.committed(ended.transaction(), time.now(), now - ended.transaction().startedAt());
      commits.committed(now);
      decide(new RecoveryEvent.Committed());
      return;
    }
    commits.failed(now);
    journal.aborted();
    steps.transactionFailed(failure.kind());
    if (failure.kind() == FailureKind.COMMIT_REFUSED) {
      journal.refused();
    }
    var aborted = ended.transaction();
    boolean letter =
        aborted.batches().stream().anyMatch(Finished::gaveUp)
            && (failure.kind() == FailureKind.TOPIC_MISSING
                || failure.kind() == FailureKind.NOT_AUTHORIZED);
    decide(failed(letter ? FailureKind.RECORD_REJECTED : failure.kind(), failure.getMessage()));
    steps.afterCommitAgain(
        () -> {
          if (letter) {
            floor.lettersRefused(aborted, failure.getMessage(), time.nanos());
          } else if (failure instanceof RejectedOutput rejected) {
            floor.isolate(rejected);
          }
        });
  }

  private RecoveryEvent failed(FailureKind kind, String detail) {
    return new RecoveryEvent.Failed(kind, detail, time.now(), chance.getAsDouble());
  }

  private void decide(RecoveryEvent event) {
    var before = recovery.recovery();
    var decision = RecoveryCore.next(recovery, event);
    recovery = decision.state();
    var now = recovery.recovery();
    if (decision.begins()) {
      stepIsNew = true;
      boolean isNewPlan = before == null || before.cause() != now.cause();
      if (isNewPlan && now.cause() != null) {
        journal.recoveryBegan(now.cause());
        events.accept(new WorkerEvent.RecoveryBegan(now));
      }
    }
    decision
        .ended()
        .ifPresent(
            report -> {
              if (before == null) {
                journal.recoveryBegan(report.cause());
              }
              journal.recovered(report);
              events.accept(new WorkerEvent.RecoveryEnded(report));
            });
  }

  private void publish() {
    reporter.publish(recovery, intake, journal, steps.input(), assignedOnce, stopSeen);
  }

  /** What the consumer tells while it polls or closes. */
  private final class Callbacks implements AssignmentListener {

    @Override
    public void assigned(Set<Partition> added) {
      intake.assigned(added);
      positions.open();
      assignedOnce = true;
      journal.rebalanced("assigned", false, time.now());
    }

    @Override
    public void revoked(Set<Partition> taken) {
      waitForTransaction();
      takeLeave(taken);
      intake.gone(taken);
      journal.stale(commits.dropStale());
      journal.rebalanced("revoked", false, time.now());
    }

    @Override
    public void lost(Set<Partition> gone) {
      intake.gone(gone);
      journal.stale(commits.dropStale());
      journal.rebalanced("lost", true, time.now());
      if (!gone.isEmpty() && !steps.isClosing()) {
        decide(failed(FailureKind.MEMBERSHIP_LOST, "partitions lost: " + gone));
      }
    }

    // Only where the producer is sound: in good order, or at the very end.
    private void takeLeave(Set<Partition> taken) {
      boolean sound = recovery.isCalm() || (recovery.isStopping() && steps.isOutputSound());
      if (sound && recovery.held().output() && !recovery.held().transaction()) {
        steps
            .input()
            .flatMap(input -> commits.farewell(taken, input.membership(), time.nanos()))
            .ifPresent(
                transaction -> {
                  decide(new RecoveryEvent.TransactionBegan());
                  steps.transact(transaction);
                  waitForTransaction();
                });
      }
    }

    // A commit on its way may still come in; one that fails is aborted before anyone else reads on.
    private void waitForTransaction() {
      long until = time.nanos() + settings.timeouts().transactionApi().toNanos();
      while (isBlocked() && time.nanos() - until < 0) {
        if (stepIsNew && steps.isAbort(recovery.recovery().step())) {
          stepIsNew = false;
          steps.begin(recovery.recovery().step(), this, () -> {});
        }
        mailbox.await(Duration.ofNanos(until - time.nanos())).ifPresent(Worker.this::take);
      }
    }

    private boolean isBlocked() {
      return commits.isUnderWay()
          || (!recovery.isCalm()
              && steps.isAbort(recovery.recovery().step())
              && !steps.hasOutcome());
    }
  }
}
