package io.hamstring.recovery.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.contract.FailureKind;
import io.hamstring.contract.report.WorkerReport.RecoveryReport;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RecoveryCoreTest {

  private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");

  private static final RecoveryCore CORE = new RecoveryCore(BackOffPolicy.DEFAULT);

  private RecoveryState state = RecoveryState.NEW;
  private RecoveryReport ended;
  private Instant now = T0;

  @Test
  void aStartOpensTheOutputThenTheInput() {
    on(new RecoveryEvent.Started(now));
    assertThat(step()).isEqualTo("OpenOutput");
    done();
    assertThat(step()).isEqualTo("OpenInput");
    done();

    assertThat(state.isCalm()).isTrue();
    assertThat(state.held()).isEqualTo(new Held(false, true, true));
    assertThat(ended).as("a start is no recovery").isNull();
  }

  @Test
  void aRefusedCommitIsTriedAgainOnce() {
    running();
    on(new RecoveryEvent.TransactionBegan());
    fails(FailureKind.COMMIT_REFUSED);
    assertThat(step()).isEqualTo("Abort");
    done();
    done();
    done();
    assertThat(state.isCalm()).isTrue();

    on(new RecoveryEvent.TransactionBegan());
    fails(FailureKind.COMMIT_REFUSED);

    assertThat(state.recovery().cause()).isEqualTo(FailureKind.MEMBERSHIP_LOST);
  }

  @Test
  void aCommitBetweenTwoRefusalsMakesThemTwoFirstOnes() {
    running();
    on(new RecoveryEvent.TransactionBegan());
    fails(FailureKind.COMMIT_REFUSED);
    done();
    done();
    done();
    on(new RecoveryEvent.TransactionBegan());
    on(new RecoveryEvent.Committed());

    on(new RecoveryEvent.TransactionBegan());
    fails(FailureKind.COMMIT_REFUSED);

    assertThat(state.recovery().cause()).isEqualTo(FailureKind.COMMIT_REFUSED);
  }

  @Test
  void aHeavierFailureTakesThePlaceOfALighter() {
    running();
    on(new RecoveryEvent.TransactionBegan());
    fails(FailureKind.MEMBERSHIP_LOST);
    fails(FailureKind.COMMIT_IN_DOUBT);

    assertThat(state.recovery().cause()).isEqualTo(FailureKind.COMMIT_IN_DOUBT);
    assertThat(step()).isEqualTo("CloseInput");
  }

  @Test
  void aLighterFailureChangesNothing() {
    running();
    fails(FailureKind.TRANSPORT_LOST);
    var before = state;
    fails(FailureKind.MEMBERSHIP_LOST);

    assertThat(state).isEqualTo(before);
  }

  @Test
  void anAbortThatFailsIsNotTriedAgain() {
    running();
    on(new RecoveryEvent.TransactionBegan());
    fails(FailureKind.TRANSPORT_LOST);
    assertThat(step()).isEqualTo("Abort");
    stepFails(FailureKind.PRODUCER_LOST);

    assertThat(state.recovery().steps()).doesNotContain(new Action.Abort());
    assertThat(step()).isEqualTo("CloseInput");
  }

  @Test
  void anOutageIsWaitedForLongerEachTimeAndReportedOnce() {
    running();
    fails(FailureKind.TRANSPORT_LOST);
    done(); // CloseInput
    done(); // CloseOutput
    var first = delay();
    done();
    stepFails(FailureKind.TRANSPORT_LOST);
    var second = delay();
    now = now.plusSeconds(5);
    done();
    done();
    done();
    on(new RecoveryEvent.Resumed(now));

    assertThat(second).isGreaterThan(first);
    assertThat(ended.attempts()).isEqualTo(2);
    assertThat(ended.took()).isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void aRecoveryEndsWhenTheGroupHasGivenThePartitionsBack() {
    running();
    fails(FailureKind.MEMBERSHIP_LOST);
    done();
    done();
    var afterThePlan = ended;
    now = now.plusSeconds(3);
    on(new RecoveryEvent.Resumed(now));
    var first = ended;
    now = now.plusSeconds(60);
    on(new RecoveryEvent.Resumed(now));

    assertThat(afterThePlan).isNull();
    assertThat(first.took()).isEqualTo(Duration.ofSeconds(3));
    assertThat(ended).as("a later rebalance ends nothing").isSameAs(first);
  }

  @Test
  void aFailureBeforeThePartitionsAreBackBelongsToTheSameRecovery() {
    running();
    fails(FailureKind.MEMBERSHIP_LOST);
    done();
    done();
    now = now.plusSeconds(3);
    fails(FailureKind.INSTANCE_FENCED);
    while (!state.isCalm()) {
      done();
    }
    now = now.plusSeconds(30);
    on(new RecoveryEvent.Resumed(now));

    assertThat(ended.cause()).isEqualTo(FailureKind.INSTANCE_FENCED);
    assertThat(ended.at()).isEqualTo(T0);
    assertThat(ended.took()).isEqualTo(Duration.ofSeconds(33));
  }

  @Test
  void whatEndsWithoutOpeningAnythingEndsWithItsPlan() {
    running();
    on(new RecoveryEvent.TransactionBegan());
    fails(FailureKind.COMMIT_REFUSED);
    done();
    done();
    now = now.plusSeconds(1);
    done();

    assertThat(ended.cause()).isEqualTo(FailureKind.COMMIT_REFUSED);
    assertThat(ended.took()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void aMinuteOfCalmForgivesEarlierAttempts() {
    running();
    fails(FailureKind.MEMBERSHIP_LOST);
    done();
    done();
    now = now.plusSeconds(61);
    fails(FailureKind.MEMBERSHIP_LOST);

    assertThat(state.recovery().attempt()).isEqualTo(1);
  }

  @Test
  void withoutCalmTheNextAttemptCountsOn() {
    running();
    fails(FailureKind.MEMBERSHIP_LOST);
    done();
    done();
    now = now.plusSeconds(10);
    fails(FailureKind.MEMBERSHIP_LOST);

    assertThat(state.recovery().attempt()).isEqualTo(2);
  }

  @Test
  void aProducerLostThriceHasARival() {
    running();
    for (int i = 0; i < 2; i++) {
      fails(FailureKind.PRODUCER_LOST);
      assertThat(state.recovery().cause()).isEqualTo(FailureKind.PRODUCER_LOST);
      while (!state.isCalm()) {
        done();
      }
      now = now.plusSeconds(100);
    }
    fails(FailureKind.PRODUCER_LOST);

    assertThat(state.recovery().cause()).isEqualTo(FailureKind.INSTANCE_FENCED);
    done();
    done();
    assertThat(delay()).isGreaterThan(Duration.ofSeconds(20));
  }

  @Test
  void aTransactionThatTookTooLongProvesNoRival() {
    running();
    for (int i = 0; i < 5; i++) {
      on(new RecoveryEvent.TransactionBegan());
      on(new RecoveryEvent.TransactionTimedOut("open for too long", now, 0.5));
      assertThat(state.recovery().cause()).isEqualTo(FailureKind.PRODUCER_LOST);
      assertThat(state.recovery().steps()).doesNotContain(new Action.Abort());
      while (!state.isCalm()) {
        done();
      }
      now = now.plusSeconds(40);
    }
  }

  @Test
  void aProducerThatIsLostEachTimeIsRebuiltAFewTimesAMinute() {
    running();
    int rebuilt = 0;
    while (now.isBefore(T0.plusSeconds(60))) {
      fails(FailureKind.PRODUCER_LOST);
      while (!state.isCalm()) {
        if (state.recovery().step() instanceof Action.BackOff wait) {
          now = now.plus(wait.delay());
        }
        rebuilt += state.recovery().step() instanceof Action.OpenOutput ? 1 : 0;
        done();
      }
      now = now.plusMillis(10);
    }

    assertThat(rebuilt).isBetween(2, 9);
    assertThat(state.recovery()).isNull();
    assertThat(state.resuming().cause()).isEqualTo(FailureKind.INSTANCE_FENCED);
  }

  @Test
  void producersLostLongAgoProveNoRival() {
    running();
    for (int i = 0; i < 4; i++) {
      fails(FailureKind.PRODUCER_LOST);
      assertThat(state.recovery().cause()).isEqualTo(FailureKind.PRODUCER_LOST);
      while (!state.isCalm()) {
        done();
      }
      now = now.plusSeconds(200);
    }
  }

  @Test
  void nothingKeepsAWorkerFromStopping() {
    running();
    on(new RecoveryEvent.Stopping(now));
    fails(FailureKind.TRANSPORT_LOST);
    stepFails(FailureKind.TRANSPORT_LOST);
    stepFails(FailureKind.TRANSPORT_LOST);

    assertThat(state.isCalm()).isTrue();
    assertThat(state.held()).isEqualTo(Held.NOTHING);
  }

  @Test
  void whatNeedsNoStepsIsReportedAtOnce() {
    running();
    fails(FailureKind.OFFSETS_LOST);

    assertThat(state.isCalm()).isTrue();
    assertThat(ended.cause()).isEqualTo(FailureKind.OFFSETS_LOST);
  }

  @Test
  void aStandbyIsReadyToJoinAndJoinsAtAWord() {
    state = RecoveryState.NEW_STANDBY;
    on(new RecoveryEvent.Started(now));
    assertThat(step()).isEqualTo("OpenOutput");
    done();
    assertThat(step()).isEqualTo("PrepareInput");
    done();
    assertThat(state.isCalm()).isTrue();
    assertThat(state.held()).isEqualTo(Held.WARM);

    on(new RecoveryEvent.Told(true, now));
    assertThat(labels()).isEqualTo("OpenInput");
    done();
    assertThat(state.held()).isEqualTo(new Held(false, true, true));
    on(new RecoveryEvent.Told(true, now));
    assertThat(state.isCalm()).as("told twice").isTrue();
    assertThat(ended).as("no recovery").isNull();
  }

  @Test
  void whoeverIsToldToStandByLeavesItsGroup() {
    running();
    on(new RecoveryEvent.Told(false, now));
    assertThat(labels()).isEqualTo("CloseInput PrepareInput");
    done();
    done();

    assertThat(state.held()).isEqualTo(Held.WARM);
    fails(FailureKind.TRANSPORT_LOST);
    assertThat(labels()).isEqualTo("CloseInput CloseOutput BackOff OpenOutput PrepareInput");
  }

  @Test
  void aFarewellThatFailedIsAborted() {
    running();
    on(new RecoveryEvent.Told(false, now));
    on(new RecoveryEvent.TransactionBegan());
    fails(FailureKind.COMMIT_REFUSED);
    done();
    done();

    assertThat(labels()).isEqualTo("Abort");
    done();
    assertThat(state.isCalm()).isTrue();
    assertThat(state.held()).isEqualTo(Held.WARM);
  }

  @Test
  void aWordWhileAPlanIsFollowedChangesItsEnd() {
    state = RecoveryState.NEW_STANDBY;
    on(new RecoveryEvent.Started(now));
    on(new RecoveryEvent.Told(true, now));
    assertThat(labels()).isEqualTo("OpenOutput OpenInput");
    stepFails(FailureKind.TRANSPORT_LOST);
    on(new RecoveryEvent.Told(false, now));
    assertThat(labels()).isEqualTo("BackOff OpenOutput PrepareInput");
  }

  @Test
  void aWordToLeaveWaitsForAPlanThatKeepsTheMembership() {
    running();
    on(new RecoveryEvent.TransactionBegan());
    fails(FailureKind.COMMIT_REFUSED);
    on(new RecoveryEvent.Told(false, now));
    assertThat(labels()).isEqualTo("Abort AwaitMembership CommitAgain");
    done();
    done();
    done();

    assertThat(labels()).isEqualTo("CloseInput PrepareInput");
    assertThat(ended.cause()).isEqualTo(FailureKind.COMMIT_REFUSED);
  }

  private String labels() {
    return state.recovery().steps().stream()
        .map(Action::label)
        .collect(java.util.stream.Collectors.joining(" "));
  }

  private void running() {
    on(new RecoveryEvent.Started(now));
    done();
    done();
  }

  private void on(RecoveryEvent event) {
    var decision = CORE.next(state, event);
    state = decision.state();
    decision.ended().ifPresent(report -> ended = report);
  }

  private void done() {
    on(new RecoveryEvent.StepDone(now));
  }

  private void fails(FailureKind kind) {
    on(new RecoveryEvent.Failed(kind, "detail", now, 0.5));
  }

  private void stepFails(FailureKind kind) {
    on(new RecoveryEvent.StepFailed(kind, "detail", now, 0.5));
  }

  private String step() {
    return state.recovery().step().label();
  }

  private Duration delay() {
    return ((Action.BackOff) state.recovery().step()).delay();
  }
}
