package io.hamstring.operator.symptom;

import static io.hamstring.operator.telemetry.Looks.T0;
import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.operator.telemetry.Blockage;
import io.hamstring.operator.telemetry.GroupMember;
import io.hamstring.operator.telemetry.GuardView;
import io.hamstring.operator.telemetry.GuardView.Ghost;
import io.hamstring.operator.telemetry.Looks;
import io.hamstring.operator.telemetry.OpenTransaction;
import io.hamstring.operator.telemetry.OpenTransaction.State;
import io.hamstring.operator.telemetry.Partition;
import io.hamstring.operator.telemetry.StageObservation;
import io.hamstring.operator.telemetry.StageWindow;
import io.hamstring.operator.telemetry.TransactionView;
import io.hamstring.operator.telemetry.WindowMemory;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the guard and the transactions tell, as conditions. */
class GuardSymptomsTest {

  private static final Thresholds THRESHOLDS =
      new Thresholds(
          3,
          Duration.ofMinutes(10),
          Duration.ofMinutes(5),
          Duration.ofMinutes(5),
          Duration.ofMinutes(15),
          Duration.ofSeconds(95),
          Duration.ofMinutes(5),
          Duration.ofSeconds(30),
          Duration.ofMinutes(10),
          Duration.ofMinutes(10));

  private static StageObservation caughtUp(long second) {
    return Looks.at(second).partition(0, 10, 10).worker(Looks.Report.of("w-0", 1).report()).look();
  }

  private static Verdict verdict(StageObservation look, SymptomType type, long second) {
    var window = StageWindow.opening(THRESHOLDS.span(), WindowMemory.EMPTY, look);
    return Symptoms.of("detector", window, THRESHOLDS, T0.plusSeconds(second)).get(type);
  }

  private static StageObservation blocked(OpenTransaction by) {
    var blockage = new Blockage(new Partition("in", 0), 7, T0, List.of(by), null);
    return caughtUp(0).with(new TransactionView(List.of(blockage), List.of()));
  }

  @Test
  void aBlockageIsToldWhenItIsOld() {
    var open = blocked(new OpenTransaction(41, "billing-3", null, State.ONGOING));

    assertThat(verdict(open, SymptomType.BLOCKED_BY_TRANSACTION, 899).status())
        .isEqualTo(ConditionStatus.FALSE);
    var alert = verdict(open, SymptomType.BLOCKED_BY_TRANSACTION, 900);
    assertThat(alert.reason()).isEqualTo("TransactionOpen");
    assertThat(alert.message())
        .contains("in-0 wait at offset 7 for 15m", "transactional id billing-3 (producer 41)");
  }

  @Test
  void whatItsCoordinatorKnowsOfItsBeginningCounts() {
    var open = blocked(new OpenTransaction(41, "billing-3", T0.minusSeconds(890), State.ONGOING));

    assertThat(verdict(open, SymptomType.BLOCKED_BY_TRANSACTION, 10).status())
        .isEqualTo(ConditionStatus.TRUE);
  }

  @Test
  void aMissingMarkerIsToldWithTheCommandThatHelps() {
    var hanging = blocked(new OpenTransaction(41, "", null, State.HANGING));

    var alert = verdict(hanging, SymptomType.BLOCKED_BY_TRANSACTION, 900);

    assertThat(alert.reason()).isEqualTo("MarkerMissing");
    assertThat(alert.message())
        .contains("kafka-transactions.sh abort --topic in --partition 0 --start-offset 7");
  }

  @Test
  void whatTheGuardMayNotDoIsNotAuthorized() {
    var refused = caughtUp(0).with(new GuardView(List.of(), List.of("Read on group g")));

    var alert = verdict(refused, SymptomType.NOT_AUTHORIZED, 0);

    assertThat(alert.status()).isEqualTo(ConditionStatus.TRUE);
    assertThat(alert.reason()).isEqualTo("GuardRefused");
    assertThat(alert.message()).contains("the operator needs Read on group g");
  }

  @Test
  void aGhostIsNamedWithWhatItHas() {
    var member =
        new GroupMember(
            "x-1", "hamstring_security_w-9_3", "c", "/10.0.0.7", Set.of(new Partition("in", 2)));
    var ghost = new Ghost(GuardView.Kind.DEAD_WORKER, member, T0.minusSeconds(50));
    var look = caughtUp(0).with(new GuardView(List.of(ghost), List.of()));

    var alert = verdict(look, SymptomType.GHOST_MEMBER, 0);

    assertThat(alert.reason()).isEqualTo("MemberWithoutPod");
    assertThat(alert.message()).contains("hamstring_security_w-9_3", "for 50s", "has in-2");
  }

  @Test
  void aForeignMemberIsNamedWithItsClientAndItsHost() {
    var member = new GroupMember("x-1", "", "console", "/10.0.0.8", Set.of(new Partition("in", 2)));
    var ghost = new Ghost(GuardView.Kind.FOREIGN, member, T0.minusSeconds(50));
    var look = caughtUp(0).with(new GuardView(List.of(ghost), List.of()));

    var alert = verdict(look, SymptomType.GHOST_MEMBER, 0);

    assertThat(alert.reason()).isEqualTo("ForeignMember");
    assertThat(alert.message())
        .contains("x-1, which is no worker of it, for 50s", "client console at /10.0.0.8", "in-2");
  }

  @Test
  void aStallIsNeitherGuessedNorGuessedAway() {
    var window =
        StageWindow.opening(
            THRESHOLDS.span(),
            WindowMemory.EMPTY,
            Looks.at(0).partition(0, 5, 90).partition(1, 5, 90).look());
    assertThat(stalled(window, 0).status()).isEqualTo(ConditionStatus.UNKNOWN);

    for (long second = 5; second <= 100; second += 5) {
      window =
          window.plus(
              THRESHOLDS.span(),
              Looks.at(second).partition(0, 5, 90).partition(1, 5 + second, 900).look());
    }

    assertThat(stalled(window, 100).status()).isEqualTo(ConditionStatus.TRUE);
    assertThat(stalled(window, 100).message()).contains("in-0 for 1m40s", "85 records wait");
    var moved =
        window.plus(
            THRESHOLDS.span(), Looks.at(105).partition(0, 6, 90).partition(1, 200, 900).look());
    assertThat(stalled(moved, 105).status()).isEqualTo(ConditionStatus.FALSE);
  }

  @Test
  void whenNothingGoesOnNoPartitionIsSingledOut() {
    var window =
        StageWindow.opening(
            THRESHOLDS.span(),
            WindowMemory.EMPTY,
            Looks.at(0).partition(0, 5, 90).partition(1, 5, 90).look());
    window =
        window.plus(
            THRESHOLDS.span(), Looks.at(200).partition(0, 5, 90).partition(1, 5, 90).look());

    assertThat(stalled(window, 200).status()).isEqualTo(ConditionStatus.FALSE);
  }

  private static Verdict stalled(StageWindow window, long second) {
    return Symptoms.of("detector", window, THRESHOLDS, T0.plusSeconds(second))
        .get(SymptomType.PARTITION_STALLED);
  }
}
