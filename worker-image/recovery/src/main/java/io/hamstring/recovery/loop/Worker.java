package io.hamstring.recovery.loop;

import io.hamstring.contract.FailureKind;
import io.hamstring.contract.batch.GroupCommit;
import io.hamstring.contract.names.Incarnation;
import io.hamstring.contract.report.WorkerReport;
import io.hamstring.contract.report.WorkerRole;
import io.hamstring.contract.settings.WorkerSettings;
import io.hamstring.recovery.plan.RecoveryEvent;
import io.hamstring.recovery.plan.RecoveryState;
import io.hamstring.recovery.port.Cluster;
import io.hamstring.recovery.port.FailedCall;
import io.hamstring.recovery.port.Input;
import io.hamstring.recovery.port.Membership;
import io.hamstring.recovery.port.Polled;
import io.hamstring.recovery.processing.StageProcessor;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * One worker: reads, works, writes and commits exactly once, and recovers by itself. The thread
 * that calls {@link #run} is the loop thread: it owns the consumer and all mutable state. {@link
 * #stop}, {@link #told}, {@link #report} and {@link #isLive} may be called by any thread.
 */
public final class Worker implements Runnable {

  /** A loop that did not turn for this long is not live. */
  static final Duration LIVENESS = Duration.ofSeconds(60);

  private static final Duration BUSY_POLL = Duration.ofMillis(10);
  private static final Duration IDLE_POLL = Duration.ofMillis(50);
  private static final Duration IDLE_WAIT = Duration.ofMillis(200);

  private final Time time;
  private final Mailbox mailbox;
  private final Intake intake;
  private final Commits commits;
  private final Floor floor;
  private final Poison poison;
  private final Steps steps;
  private final Positions positions;
  private final Outage outage;
  private final Journal journal;
  private final Course course;
  private final Rebalancing rebalancing;
  private final Ending ending;
  private final Duty duty;
  private final Reporter reporter;
  private final Dispatch dispatch;
  private final Consumer<WorkerEvent> events;
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
    this.time = surroundings.time();
    this.events = events;
    this.mailbox = surroundings.mailbox();
    var crew = surroundings.crew();
    var stage = settings.stage();
    var timeouts = settings.timeouts();
    this.journal = new Journal(timeouts.maxPollInterval());
    var raw = (StageProcessor<Object>) processor;
    var groupCommit =
        processor.effectsLeaveKafka() ? GroupCommit.OFF : settings.effectiveGroupCommit();
    this.intake = intake(settings, incarnation, raw, groupCommit);
    this.commits = new Commits(groupCommit, !processor.isBounded(), intake);
    var trail = new AuditTrail(stage.name(), settings.audit());
    this.poison =
        new Poison(
            stage.name(),
            stage.onPoison(),
            new LetterBox(stage.onPoison().deadLetterTopic(), cluster, crew, mailbox, time),
            trail,
            intake,
            commits);
    this.floor =
        new Floor(
            raw,
            crew,
            mailbox,
            intake,
            commits,
            poison,
            trail,
            journal,
            time::nanos,
            new Floor.Bounds(stage.concurrency(), timeouts.maxPollInterval()));
    this.reporter = new Reporter(settings, incarnation, time);
    this.steps =
        new Steps(
            cluster,
            new TransactionLane(trail),
            crew,
            mailbox,
            time,
            timeouts,
            commits,
            journal::stale,
            reporter::isNow);
    this.positions =
        new Positions(intake, settings.kafka().offsetReset(), processor.lookBack(), time);
    this.outage = new Outage(stage.inputs().get(0), cluster, crew, mailbox, time);
    this.course =
        new Course(
            steps,
            journal,
            time,
            surroundings.chance(),
            surroundings.backOff(),
            stage.startsWarm() ? RecoveryState.NEW_STANDBY : RecoveryState.NEW,
            event -> {
              // The steps that follow may take long before the next report is due.
              publish();
              events.accept(event);
            });
    var transactions =
        new TransactionEnds(commits, course, poison, steps, journal, time, timeouts.transaction());
    this.duty = new Duty(stage.startsWarm(), time, timeouts.shutdown());
    this.dispatch = new Dispatch(time, floor, course, steps, outage, poison, duty, transactions);
    this.rebalancing =
        new Rebalancing(
            intake,
            positions,
            commits,
            steps,
            course,
            journal,
            mailbox,
            time,
            timeouts.transactionApi(),
            dispatch::take);
    this.ending = new Ending(time, timeouts.shutdown());
    this.latestTurn = time.nanos();
    publish();
  }

  private static Intake intake(
      WorkerSettings settings,
      Incarnation incarnation,
      StageProcessor<Object> processor,
      GroupCommit groupCommit) {
    var own = processor.ownBounds();
    var batch = settings.effectiveBatch(own);
    boolean hasOwnBounds = own.size() != null || own.timeout() != null;
    boolean greedy = groupCommit.enabled() && !hasOwnBounds;
    int first = greedy ? Isolation.FIRST_BATCH : batch.size();
    int maxAttempts = settings.stage().onPoison().maxAttempts();
    return new Intake(
        batch.size(),
        batch.timeout(),
        greedy,
        processor::initialState,
        () -> new Isolation(maxAttempts, first),
        () -> new Suspicion(incarnation.instanceId(), maxAttempts));
  }

  /** Whether the loop turns, whatever Kafka does. */
  public boolean isLive() {
    return time.nanos() - latestTurn < LIVENESS.toNanos();
  }

  /** Whether a batch that would not end made the worker leave its group for good. */
  public boolean hasSurrendered() {
    return ending.hasSurrendered();
  }

  /** What the worker says of itself now. */
  public WorkerReport report() {
    return reporter.latest(isLive());
  }

  /** Asks the worker to finish what is in work, leave its group and end; returns at once. */
  public void stop() {
    ending.ask();
    mailbox.post(new Message.Wake());
  }

  /** Tells the worker what to be in its stage; returns at once, and twice changes nothing. */
  public void told(WorkerRole role) {
    mailbox.post(new Message.Told(role));
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
    course.decide(new RecoveryEvent.Started(time.now()));
  }

  /** What is held and which plan is followed; for the loop thread. */
  RecoveryState recovery() {
    return course.state();
  }

  boolean isOver() {
    return ending.hasBegun()
        && course.isCalm()
        && !course.held().input()
        && !course.held().prepared()
        && !course.held().output();
  }

  /** One round: listen to the crew, follow the plan, poll, hand out work, commit. */
  void turn() {
    latestTurn = time.nanos();
    for (var message = mailbox.next(); message.isPresent(); message = mailbox.next()) {
      dispatch.take(message.get());
    }
    ending.watch(floor, intake, commits, course);
    followDuty();
    course.follow(intake, rebalancing, rebalancing::forget);
    pollOrWait();
    floor.interrupt(time.nanos());
    if (course.isCalm() && steps.input().isPresent()) {
      work();
    }
    duty.keepWarm(steps, course);
    reporter.publishIfDue(this::publish);
  }

  private void followDuty() {
    var before = reporter.latest(true).role();
    if (!ending.hasBegun()) {
      duty.watch(floor, commits, course);
    }
    if (duty.role() != before) {
      publish();
      events.accept(new WorkerEvent.RoleTaken(duty.role()));
    }
  }

  private void work() {
    var input = steps.input().orElseThrow();
    var now = time.nanos();
    try {
      positions.resolve(input, now).ifPresent(loss -> course.fail(FailureKind.OFFSETS_LOST, loss));
    } catch (FailedCall failed) {
      course.fail(failed.kind(), failed.getMessage());
      return;
    }
    intake.all().forEach(PartitionWork::replayEnds);
    poison.checkLetters(now);
    if (takesWork()) {
      intake.chooseSuspect();
      // The transaction thread need not wait for this turn's work, which joins what it gets now.
      if (commits.hasWaiting()) {
        commit(input.membership(), now);
      }
      floor.handOut(now);
    }
    // Only now: what is worked on at once never piles up, and to pause is a question to the client.
    intake.throttle(input);
    commit(input.membership(), now);
  }

  private boolean takesWork() {
    return !ending.hasBegun() && !duty.isLeaving();
  }

  private void commit(Membership membership, long now) {
    journal.stale(commits.dropStale());
    commits
        .next(membership, now)
        .ifPresent(
            transaction -> {
              course.decide(new RecoveryEvent.TransactionBegan());
              steps.transact(transaction);
            });
  }

  private void pollOrWait() {
    var input = steps.input();
    if (input.isEmpty() || course.isFenced()) {
      journal.pollingStopped();
      mailbox.await(course.isCalm() ? IDLE_WAIT : IDLE_POLL).ifPresent(dispatch::take);
      return;
    }
    journal.polled(time.nanos());
    try {
      if (course.isCalm()) {
        outage.watch(input.get().silence());
      }
      var polled = poll(input.get());
      var now = time.nanos();
      intake.take(polled, now);
      positions.lost(polled);
    } catch (FailedCall failed) {
      // A loop that stood still for too long learns here that it is no member any more.
      journal.polled(time.nanos());
      course.fail(failed.kind(), failed.getMessage());
    }
  }

  // What the crew tells ends the wait; a message that came before the alarm was set does too.
  private Polled poll(Input input) {
    if (intake.isThrottled()) {
      return pollWithoutWaiting(input);
    }
    mailbox.alarm(input::wakeUp);
    try {
      return input.poll(mailbox.isEmpty() ? pollTimeout() : Duration.ZERO);
    } finally {
      mailbox.alarm(null);
    }
  }

  /**
   * Kafka's consumer (4.3, 4.4) does not wait while it holds records of a partition that is paused:
   * it looks at them again and again, a whole core's worth, until the time of the poll is over.
   */
  private Polled pollWithoutWaiting(Input input) {
    var wait = pollTimeout();
    mailbox.await(wait.compareTo(BUSY_POLL) < 0 ? wait : BUSY_POLL).ifPresent(dispatch::take);
    return input.poll(Duration.ZERO);
  }

  private Duration pollTimeout() {
    if (course.isCalm() && (positions.areNew() || (takesWork() && floor.hasMore()))) {
      return Duration.ZERO;
    }
    boolean waits = positions.areOpen() || rebalancing.isUnderWay();
    boolean busy = !floor.isIdle() || !commits.isEmpty() || !course.isCalm() || waits;
    if (busy) {
      return BUSY_POLL;
    }
    long due = intake.nanosUntilDue(time.nanos());
    return due < IDLE_POLL.toNanos() ? Duration.ofNanos(Math.max(due, 1_000_000)) : IDLE_POLL;
  }

  private void publish() {
    reporter.publish(
        course.state(),
        intake,
        journal,
        steps.input(),
        rebalancing.hasAssignment(),
        ending.hasBegun(),
        duty.role());
  }
}
