package io.hamstring.recovery.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.contract.FailureKind;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class RecoveryPlanTest {

  private static final Duration DELAY = Duration.ofSeconds(1);

  /** The table in the module's README, row for row. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      textBlock =
          """
          STALE_BATCH,           ''
          OFFSETS_LOST,          ''
          COMMIT_REFUSED,        Abort AwaitMembership CommitAgain
          RECORD_REJECTED,       Abort CommitAgain
          MEMBERSHIP_LOST,       Abort CloseInput BackOff OpenInput
          INSTANCE_FENCED,       Abort CloseInput BackOff OpenInput
          PROCESSOR_UNAVAILABLE, Abort CloseInput BackOff OpenInput
          TRANSPORT_LOST,        Abort CloseInput CloseOutput BackOff OpenOutput OpenInput
          NOT_AUTHORIZED,        Abort CloseInput CloseOutput BackOff OpenOutput OpenInput
          MISCONFIGURED,         Abort CloseInput CloseOutput BackOff OpenOutput OpenInput
          TOPIC_MISSING,         Abort CloseInput CloseOutput BackOff OpenOutput OpenInput
          COMMIT_IN_DOUBT,       CloseInput CloseOutput BackOff OpenOutput OpenInput
          PRODUCER_LOST,         CloseInput CloseOutput BackOff TakeNewIds OpenOutput OpenInput
          """)
  void eachFailureHasItsSteps(FailureKind kind, String steps) {
    assertThat(rendered(kind, Held.EVERYTHING)).isEqualTo(steps);
  }

  @Test
  void theTableKnowsEveryKind() {
    for (var kind : FailureKind.values()) {
      assertThat(RecoveryPlan.after(kind, Held.EVERYTHING, DELAY)).as(kind.name()).isNotNull();
    }
  }

  @Test
  void anOutageThatOutlivesThePlanClosesNothingTwice() {
    assertThat(rendered(FailureKind.TRANSPORT_LOST, Held.NOTHING))
        .isEqualTo("BackOff OpenOutput OpenInput");
  }

  @Test
  void aWorkerThatHoldsNoTransactionAbortsNone() {
    assertThat(rendered(FailureKind.MEMBERSHIP_LOST, new Held(false, true, true)))
        .isEqualTo("CloseInput BackOff OpenInput");
  }

  @Test
  void aFirstLossIsNotWaitedFor() {
    assertThat(
            labels(RecoveryPlan.after(FailureKind.MEMBERSHIP_LOST, Held.EVERYTHING, Duration.ZERO)))
        .isEqualTo("Abort CloseInput OpenInput");
  }

  @ParameterizedTest
  @EnumSource(FailureKind.class)
  void noPlanWaitsWhileItHoldsAMembership(FailureKind kind) {
    for (var held : everyHeld().toList()) {
      var now = held;
      for (var step : RecoveryPlan.after(kind, held, DELAY)) {
        if (step instanceof Action.BackOff) {
          assertThat(now.input()).as("%s holding %s", kind, held).isFalse();
        }
        now = now.without(step);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(FailureKind.class)
  void theOutputIsOpenedBeforeTheInput(FailureKind kind) {
    for (var held : everyHeld().toList()) {
      var now = held;
      for (var step : RecoveryPlan.after(kind, held, DELAY)) {
        if (step instanceof Action.OpenInput) {
          assertThat(now.output()).as("%s holding %s", kind, held).isTrue();
        }
        now = now.without(step);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = FailureKind.class,
      names = {"COMMIT_IN_DOUBT", "PRODUCER_LOST"})
  void whatCannotBeAbortedIsNot(FailureKind kind) {
    for (var held : everyHeld().toList()) {
      assertThat(RecoveryPlan.after(kind, held, DELAY)).doesNotContain(new Action.Abort());
    }
  }

  @ParameterizedTest
  @MethodSource("everyHeld")
  void aStopLetsGoOfEverything(Held held) {
    var now = held;
    for (var step : RecoveryPlan.stop(held)) {
      now = now.without(step);
    }
    assertThat(now).isEqualTo(Held.NOTHING);
  }

  @ParameterizedTest
  @EnumSource(FailureKind.class)
  void aStandbyRecoversToBeReadyToJoin(FailureKind kind) {
    for (var held : everyHeld().toList()) {
      var steps = RecoveryPlan.after(kind, held, DELAY, false);
      assertThat(steps).doesNotContain(new Action.OpenInput());
      assertThat(labels(steps).replace("PrepareInput", "OpenInput"))
          .isEqualTo(labels(RecoveryPlan.after(kind, held, DELAY)));
    }
  }

  @ParameterizedTest
  @MethodSource("everyHeld")
  void whoeverJoinsOrStandsByHoldsWhatItNeedsAndNoMore(Held held) {
    var now = held;
    for (var step : RecoveryPlan.standBy(held)) {
      now = now.without(step);
    }
    assertThat(now).isEqualTo(Held.WARM);
    for (var step : RecoveryPlan.join(now)) {
      now = now.without(step);
    }
    assertThat(now).isEqualTo(new Held(false, true, true));
  }

  static Stream<Held> everyHeld() {
    return Stream.of(
        Held.NOTHING,
        new Held(false, false, true),
        new Held(false, true, true),
        new Held(true, false, true),
        Held.WARM,
        new Held(false, false, false, true),
        Held.EVERYTHING);
  }

  private static String rendered(FailureKind kind, Held held) {
    return labels(RecoveryPlan.after(kind, held, DELAY));
  }

  private static String labels(List<Action> steps) {
    return steps.stream().map(Action::label).collect(Collectors.joining(" "));
  }

  @Test
  void backOffsDoubleToACapAndSpread() {
    assertThat(delays(FailureKind.TRANSPORT_LOST, 0.5))
        .startsWith(250L, 500L, 1000L)
        .endsWith(10_000L);
    assertThat(delays(FailureKind.TRANSPORT_LOST, 0)).startsWith(187L, 375L, 750L).endsWith(7_500L);
    assertThat(delays(FailureKind.NOT_AUTHORIZED, 0.5))
        .startsWith(30_000L, 60_000L)
        .endsWith(300_000L);
    assertThat(delays(FailureKind.MEMBERSHIP_LOST, 0.5)).startsWith(0L, 250L, 500L);
  }

  private static List<Long> delays(FailureKind kind, double chance) {
    return Arrays.stream(new int[] {1, 2, 3, 60})
        .mapToObj(attempt -> BackOffPolicy.DEFAULT.delay(kind, attempt, chance).toMillis())
        .toList();
  }
}
