package io.hamstring.operator.symptom;

import static io.hamstring.contract.FailureKind.COMMIT_REFUSED;
import static io.hamstring.contract.FailureKind.MEMBERSHIP_LOST;
import static io.hamstring.contract.FailureKind.OFFSETS_LOST;
import static io.hamstring.operator.symptom.ConditionStatus.FALSE;
import static io.hamstring.operator.symptom.ConditionStatus.TRUE;
import static io.hamstring.operator.symptom.ConditionStatus.UNKNOWN;
import static io.hamstring.operator.telemetry.Looks.T0;
import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.contract.FailureKind;
import io.hamstring.contract.report.SinkTrouble;
import io.hamstring.contract.report.WorkerReport.HeldBecause;
import io.hamstring.operator.condition.Hysteresis;
import io.hamstring.operator.condition.Tracked;
import io.hamstring.operator.telemetry.Looks;
import io.hamstring.operator.telemetry.Looks.Report;
import io.hamstring.operator.telemetry.StageWindow;
import io.hamstring.operator.telemetry.WindowMemory;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SymptomsTest {

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

  private StageWindow window;
  private long second;

  private void see(long at, Looks look) {
    second = at;
    window =
        window == null
            ? StageWindow.opening(THRESHOLDS.span(), WindowMemory.EMPTY, look.look())
            : window.plus(THRESHOLDS.span(), look.look());
  }

  private Verdict verdict(SymptomType type) {
    return verdict(type, second);
  }

  private Verdict verdict(SymptomType type, long at) {
    return Symptoms.of("detector", window, THRESHOLDS, T0.plusSeconds(at)).get(type);
  }

  private static Tracked tracked(Verdict reported, Instant since) {
    return new Tracked(reported, since, Optional.empty());
  }

  private static Looks caughtUp(long at, Report... reports) {
    var look = Looks.at(at).partition(0, 10, 10);
    for (var report : reports) {
      look.worker(report.report());
    }
    return look;
  }

  @Test
  void aHealthyStageHasNoSymptom() {
    see(0, caughtUp(0, Report.of("w-0", 1)));

    assertThat(Symptoms.of("detector", window, THRESHOLDS, T0).values())
        .extracting(Verdict::status)
        .containsOnly(FALSE);
    assertThat(Symptoms.of("detector", window, THRESHOLDS, T0))
        .hasSize(SymptomType.values().length);
  }

  @Test
  void aStageWhoseWorkersAreSilentIsNeverGuessedHealthy() {
    see(0, caughtUp(0).silentWorker("w-0").worker(Report.of("w-1", 1).report()));

    // Those are Kafka's to tell.
    var withoutWorkers =
        EnumSet.of(
            SymptomType.INPUT_WITHOUT_OUTPUT,
            SymptomType.PARTITION_STALLED,
            SymptomType.GHOST_MEMBER,
            SymptomType.BLOCKED_BY_TRANSACTION);
    assertThat(Symptoms.of("detector", window, THRESHOLDS, T0))
        .allSatisfy(
            (type, verdict) ->
                assertThat(verdict.status())
                    .isEqualTo(withoutWorkers.contains(type) ? FALSE : UNKNOWN));
    assertThat(verdict(SymptomType.POISON_RECORDS).message())
        .isEqualTo("stage detector: no report from w-0 (timed out)");
  }

  @Test
  void aReportThatGrewOldIsNoEvidence() {
    see(0, caughtUp(0, Report.of("w-0", 1)));

    assertThat(verdict(SymptomType.SLOW_BATCHES, 30).status()).isEqualTo(FALSE);
    assertThat(verdict(SymptomType.SLOW_BATCHES, 31).status()).isEqualTo(UNKNOWN);
  }

  @ParameterizedTest(name = "{0} while {1}: {2} {3}")
  @CsvSource(
      textBlock =
          """
          KAFKA_UNREACHABLE, TRANSPORT_LOST,  TRUE,  WorkersCutOff
          KAFKA_UNREACHABLE, COMMIT_IN_DOUBT, TRUE,  WorkersCutOff
          KAFKA_UNREACHABLE, MEMBERSHIP_LOST, FALSE, KafkaAnswers
          NOT_AUTHORIZED,    NOT_AUTHORIZED,  TRUE,  WorkersRefused
          NOT_AUTHORIZED,    TRANSPORT_LOST,  FALSE, Authorized
          MISCONFIGURED,     MISCONFIGURED,   TRUE,  WorkerSettingsRefused
          TOPIC_MISSING,     TOPIC_MISSING,   TRUE,  WorkersWaitForTopic
          IDENTITY_CONFLICT, INSTANCE_FENCED, TRUE,  InstanceFenced
          IDENTITY_CONFLICT, PRODUCER_LOST,   FALSE, IdentitiesUnique
          DATA_LOSS,         OFFSETS_LOST,    TRUE,  OffsetsLost
          """)
  void whatAWorkerRecoversFromIsASymptom(
      SymptomType type, FailureKind cause, ConditionStatus status, String reason) {
    see(0, caughtUp(0, Report.of("w-0", 1), Report.of("w-1", 1).recovering(cause, 0)));

    assertThat(verdict(type).status()).isEqualTo(status);
    assertThat(verdict(type).reason()).isEqualTo(reason);
    if (status == TRUE) {
      assertThat(verdict(type).message()).contains("detector", "w-1", "as the client said");
    }
  }

  @Test
  void anOperatorThatCannotAskKnowsNothingOfTopicsAndGrants() {
    see(0, Looks.at(0).unreachable().worker(Report.of("w-0", 1).report()));

    assertThat(verdict(SymptomType.KAFKA_UNREACHABLE).reason()).isEqualTo("OperatorCutOff");
    assertThat(verdict(SymptomType.TOPIC_MISSING).status()).isEqualTo(UNKNOWN);
    assertThat(verdict(SymptomType.NOT_AUTHORIZED).status()).isEqualTo(UNKNOWN);
    assertThat(verdict(SymptomType.INPUT_WITHOUT_OUTPUT).reason()).isEqualTo("LagUnknown");
    assertThat(verdict(SymptomType.MAX_POLL_EXCEEDED).status()).isEqualTo(FALSE);
  }

  @ParameterizedTest
  @EnumSource(names = {"KAFKA_UNREACHABLE", "TOPIC_MISSING", "NOT_AUTHORIZED"})
  void whatTheOperatorSawForItselfEndsWhenItSeesOtherwiseThoughNoWorkerAnswers(SymptomType type) {
    var sick =
        switch (type) {
          case KAFKA_UNREACHABLE -> Looks.at(0).unreachable();
          case TOPIC_MISSING -> caughtUp(0).missing("in");
          default -> caughtUp(0).refused("Describe on group g");
        };
    see(0, sick.silentWorker("w-0"));
    var alert = tracked(verdict(type), T0);
    see(60, caughtUp(60).silentWorker("w-0"));

    var challenged =
        alert.observe(verdict(type), Hysteresis.of(type, Tempo.STANDARD), T0.plusSeconds(60));
    var ended =
        challenged.observe(verdict(type), Hysteresis.of(type, Tempo.STANDARD), T0.plusSeconds(90));

    assertThat(alert.reported().status()).isEqualTo(TRUE);
    assertThat(challenged.reported().status()).isEqualTo(TRUE);
    assertThat(challenged.due(Hysteresis.of(type, Tempo.STANDARD)))
        .contains(T0.plusSeconds(60).plus(Hysteresis.of(type, Tempo.STANDARD).clear()));
    assertThat(ended.reported().status()).isEqualTo(UNKNOWN);
  }

  @Test
  void whatAWorkerToldDoesNotEndBecauseItFallsSilent() {
    see(0, caughtUp(0, Report.of("w-0", 1).recovering(FailureKind.TRANSPORT_LOST, 0)));
    var alert = tracked(verdict(SymptomType.KAFKA_UNREACHABLE), T0);
    see(60, caughtUp(60).silentWorker("w-0"));

    var later = alert;
    for (int at = 60; at < 600; at += 5) {
      later =
          later.observe(
              verdict(SymptomType.KAFKA_UNREACHABLE),
              Hysteresis.of(SymptomType.KAFKA_UNREACHABLE, Tempo.STANDARD),
              T0.plusSeconds(at));
    }

    assertThat(later.reported().status()).isEqualTo(TRUE);
  }

  @Test
  void theOperatorsOwnMissingGrantIsNamed() {
    see(0, caughtUp(0, Report.of("w-0", 1)).refused("Describe on group g"));

    assertThat(verdict(SymptomType.NOT_AUTHORIZED).reason()).isEqualTo("OperatorRefused");
    assertThat(verdict(SymptomType.NOT_AUTHORIZED).message()).contains("Describe on group g");
  }

  @Test
  void aMissingTopicIsNamed() {
    see(0, caughtUp(0, Report.of("w-0", 1)).missing("pipeline-x"));

    assertThat(verdict(SymptomType.TOPIC_MISSING).reason()).isEqualTo("TopicDoesNotExist");
    assertThat(verdict(SymptomType.TOPIC_MISSING).message()).contains("pipeline-x");
  }

  @Test
  void threeLostMembershipsOverWorkersAndRestartsAreRepeated() {
    see(0, caughtUp(0, Report.of("w-0", 1)));
    see(5, caughtUp(5, Report.of("w-0", 1).recovered(MEMBERSHIP_LOST, 3)));
    see(
        60,
        caughtUp(
            60,
            Report.of("w-0", 2).startedAt(20).recovered(MEMBERSHIP_LOST, 50),
            Report.of("w-1", 1).recovered(COMMIT_REFUSED, 40)));
    assertThat(verdict(SymptomType.REPEATED_MEMBERSHIP_LOSS).status()).isEqualTo(FALSE);

    see(
        65,
        caughtUp(
            65,
            Report.of("w-0", 2).startedAt(20).recovered(MEMBERSHIP_LOST, 50),
            Report.of("w-1", 1).recovering(MEMBERSHIP_LOST, 62)));

    var repeated = verdict(SymptomType.REPEATED_MEMBERSHIP_LOSS);
    assertThat(repeated.status()).isEqualTo(TRUE);
    assertThat(repeated.message()).contains("3 times within 10m", "w-0: 2, w-1: 1", "(5m)");
    assertThat(verdict(SymptomType.REPEATED_MEMBERSHIP_LOSS, 604).status()).isEqualTo(UNKNOWN);
  }

  @Test
  void inputWithoutOutputNeedsSilenceAndSomethingToRead() {
    see(0, caughtUp(0, Report.of("w-0", 1)));
    see(3600, caughtUp(3600, Report.of("w-0", 1)));
    assertThat(verdict(SymptomType.INPUT_WITHOUT_OUTPUT).status()).isEqualTo(FALSE);

    see(3605, Looks.at(3605).partition(0, 10, 1010).partition(1, 0, 5));
    assertThat(verdict(SymptomType.INPUT_WITHOUT_OUTPUT, 3605 + 299).status()).isEqualTo(FALSE);
    var silent = verdict(SymptomType.INPUT_WITHOUT_OUTPUT, 3605 + 300);
    assertThat(silent.status()).isEqualTo(TRUE);
    assertThat(silent.message()).contains("for 5m while 1005 records wait", "in-0: 1000");

    see(3910, Looks.at(3910).partition(0, 11, 1010).partition(1, 0, 5));
    assertThat(verdict(SymptomType.INPUT_WITHOUT_OUTPUT).status()).isEqualTo(FALSE);
  }

  @Test
  void aPartlyUnknownLagIsNotHealthy() {
    see(0, Looks.at(0).partition(0, 10, 10).unknown(1));

    assertThat(verdict(SymptomType.INPUT_WITHOUT_OUTPUT).reason()).isEqualTo("LagPartlyUnknown");
    assertThat(verdict(SymptomType.INPUT_WITHOUT_OUTPUT).message()).contains("in-1");
  }

  @ParameterizedTest(name = "{0} aborts, lag {1} to {2} over {3} s: {4}")
  @CsvSource(
      textBlock =
          """
          3, 10, 11, 300, TRUE
          2, 10, 99, 300, FALSE
          3, 10, 10, 300, FALSE
          9, 10,  0, 300, FALSE
          9, 10, 99, 200, FALSE
          """)
  void abortsAreASymptomOnlyWhileTheLagGrows(
      long aborts, long lagThen, long lagNow, long seconds, ConditionStatus status) {
    see(0, Looks.at(0).partition(0, 0, lagThen).worker(Report.of("w-0", 1).aborts(50).report()));
    see(
        seconds,
        Looks.at(seconds)
            .partition(0, 5, 5 + lagNow)
            .worker(Report.of("w-0", 1).aborts(50 + aborts).report()));

    assertThat(verdict(SymptomType.ABORTS_WHILE_LAG_GROWS).status()).isEqualTo(status);
  }

  @Test
  void poisonIsASymptomWhileAPartitionIsHeldOrRecordsWereSetAsideLately() {
    see(0, caughtUp(0, Report.of("w-0", 1).holding(4, HeldBecause.POISON)));
    assertThat(verdict(SymptomType.POISON_RECORDS).message()).contains("holds in-4");

    see(10, caughtUp(10, Report.of("w-0", 1).deadLettered(2)));
    assertThat(verdict(SymptomType.POISON_RECORDS).reason()).isEqualTo("RecordsSetAside");

    for (long at = 20; at < 640; at += 10) {
      see(at, caughtUp(at, Report.of("w-0", 1).deadLettered(2)));
    }
    assertThat(verdict(SymptomType.POISON_RECORDS).status()).isEqualTo(FALSE);
  }

  @Test
  void aPartitionThatWaitsForItsDeadLetterTopicIsNoPoisonWithoutOne() {
    see(
        0,
        caughtUp(
            0,
            Report.of("w-0", 1).holding(4, HeldBecause.DEAD_LETTER_TOPIC),
            Report.of("w-1", 1).holding(5, HeldBecause.POISON),
            Report.of("w-2", 1).holding(6, null)));

    assertThat(verdict(SymptomType.DEAD_LETTER_UNAVAILABLE).message())
        .contains("detector holds in-4 because", "onPoison.deadLetterTopic");
    assertThat(verdict(SymptomType.POISON_RECORDS).message()).contains("holds in-5, in-6 because");
  }

  @ParameterizedTest
  @CsvSource({
    "UNREACHABLE,   ClickHouseUnreachable,   spec.monitoring.clickhouse.url",
    "REFUSED,       ClickHouseRefused,       correct the Secret",
    "MISCONFIGURED, ClickHouseMisconfigured, correct spec.monitoring.clickhouse",
    "OVERLOADED,    ClickHouseOverloaded,    raise batchSize",
  })
  void aSinkThatCannotWriteIsToldWithTheReasonAndTheRemedy(
      SinkTrouble trouble, String reason, String remedy) {
    var detail = trouble.with("in its own words");
    see(
        0,
        caughtUp(
            0,
            Report.of("w-0", 1),
            Report.of("w-1", 1).recovering(FailureKind.PROCESSOR_UNAVAILABLE, 0, detail)));

    var verdict = verdict(SymptomType.SINK_UNAVAILABLE);
    assertThat(verdict.status()).isEqualTo(TRUE);
    assertThat(verdict.reason()).isEqualTo(reason);
    assertThat(verdict.message()).contains("w-1 wrote no monitoring rows since", detail, remedy);

    see(10, caughtUp(10, Report.of("w-0", 1), Report.of("w-1", 1)));
    assertThat(verdict(SymptomType.SINK_UNAVAILABLE).status()).isEqualTo(FALSE);
  }

  @Test
  void aSidecarThatIsAwayIsNoSink() {
    see(0, caughtUp(0, Report.of("w-0", 1).recovering(FailureKind.PROCESSOR_UNAVAILABLE, 0)));

    assertThat(verdict(SymptomType.SINK_UNAVAILABLE).status()).isEqualTo(FALSE);
  }

  @Test
  void lostRecordsAreToldWithWhatTheWorkerSaidThoughItGoesOn() {
    see(0, caughtUp(0, Report.of("w-0", 1)));
    see(
        10,
        caughtUp(
            10,
            Report.of("w-0", 1)
                .recovered(OFFSETS_LOST, 3, "in-0: 17 to 40 are gone")
                .recovered(OFFSETS_LOST, 5, "in-0: 41 to 99 are gone")));

    assertThat(verdict(SymptomType.DATA_LOSS).status()).isEqualTo(TRUE);
    assertThat(verdict(SymptomType.DATA_LOSS).message())
        .contains("w-0", "(in-0: 41 to 99 are gone)", "2 times");

    see(606, caughtUp(606, Report.of("w-0", 1)));
    assertThat(verdict(SymptomType.DATA_LOSS).status()).isEqualTo(FALSE);
  }

  @Test
  void aLoopThatStoodStillAndBatchesNearTheDeadlineAreNamedWithTheLimit() {
    see(
        0,
        caughtUp(
            0,
            Report.of("w-0", 1).pollIntervalMax(Duration.ofSeconds(312)),
            Report.of("w-1", 1).batchP99(Duration.ofSeconds(151))));

    assertThat(verdict(SymptomType.MAX_POLL_EXCEEDED).message())
        .contains("w-0 did not poll for 5m12s, maxPollInterval is 5m");
    assertThat(verdict(SymptomType.SLOW_BATCHES).message()).contains("w-1 takes 2m31s", "(5m)");
  }
}
