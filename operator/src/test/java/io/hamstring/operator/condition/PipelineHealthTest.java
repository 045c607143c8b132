package io.hamstring.operator.condition;

import static io.hamstring.operator.symptom.ConditionStatus.FALSE;
import static io.hamstring.operator.symptom.ConditionStatus.TRUE;
import static io.hamstring.operator.symptom.ConditionStatus.UNKNOWN;
import static io.hamstring.operator.symptom.SymptomType.INPUT_WITHOUT_OUTPUT;
import static io.hamstring.operator.symptom.SymptomType.POISON_RECORDS;
import static io.hamstring.operator.symptom.SymptomType.SLOW_BATCHES;
import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.operator.symptom.ConditionStatus;
import io.hamstring.operator.symptom.SymptomType;
import io.hamstring.operator.symptom.Verdict;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PipelineHealthTest {

  private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
  private static final Verdict SILENT =
      Verdict.alert("NothingCommitted", 7, "stage b committed nothing");

  private final TreeMap<String, Map<SymptomType, Verdict>> verdicts = new TreeMap<>();
  private List<StageWorkers> workers = List.of(up("a"), up("b"));
  private List<String> problems = List.of();
  private List<String> refused = List.of();
  private Hold hold = Hold.NONE;

  PipelineHealthTest() {
    for (var stage : List.of("a", "b")) {
      var healthy = new EnumMap<SymptomType, Verdict>(SymptomType.class);
      for (var type : SymptomType.values()) {
        healthy.put(type, type.healthy());
      }
      verdicts.put(stage, healthy);
    }
  }

  private static StageWorkers up(String stage) {
    return new StageWorkers(stage, 2, 2, StageWorkers.Rollout.SETTLED, null, "");
  }

  private PipelineLook look() {
    return new PipelineLook(
        PipelineLook.Activity.ACTIVE, problems, List.of(), refused, hold, workers, verdicts);
  }

  private void say(String stage, SymptomType type, Verdict verdict) {
    verdicts.get(stage).put(type, verdict);
  }

  private static ConditionStatus status(PipelineHealth health, String type) {
    return health.conditions().get(type).verdict().status();
  }

  @Test
  void aClaimOfAnotherIsAnAlertAtOnceAndEndsWithIt() {
    verdicts.clear();
    hold = new Hold(Hold.Kind.CONFLICT, "group g belongs to security/other");

    var clash = PipelineHealth.unseen().observe(look(), T0);
    assertThat(status(clash, "IdentityConflict")).isEqualTo(TRUE);
    assertThat(clash.conditions().get("Ready").verdict().reason()).isEqualTo("IdentityConflict");
    assertThat(clash.conditions().get("Progressing").verdict().message())
        .contains("group g belongs to security/other");

    hold = Hold.NONE;
    assertThat(status(clash.observe(look(), T0), "IdentityConflict")).isEqualTo(UNKNOWN);
  }

  @Test
  void afterARestartNothingIsSaidOfAPipelineInAConflictThatNobodyLooksAt() {
    say("b", SymptomType.INPUT_WITHOUT_OUTPUT, SILENT);
    var before = PipelineHealth.unseen().observe(look(), T0);
    assertThat(status(before, "InputWithoutOutput")).isEqualTo(TRUE);

    verdicts.clear();
    hold = new Hold(Hold.Kind.CONFLICT, "group g belongs to security/other");
    var after =
        PipelineHealth.resumed(before.conditions(), List.of(), before.memory())
            .observe(look(), T0.plusSeconds(60));

    assertThat(status(after, "InputWithoutOutput")).isEqualTo(UNKNOWN);
    assertThat(status(after, "IdentityConflict")).isEqualTo(TRUE);
  }

  @Test
  void aPausedPipelineIsJudgedAsEver() {
    hold = new Hold(Hold.Kind.PAUSED, "paused");

    var health = PipelineHealth.unseen().observe(look(), T0);

    assertThat(status(health, "Ready")).isEqualTo(TRUE);
    assertThat(health.conditions().get("Progressing").verdict().reason()).isEqualTo("Paused");
  }

  @Test
  void everyConditionIsAlwaysThere() {
    var health = PipelineHealth.unseen().observe(look(), T0);

    assertThat(health.conditions().keySet())
        .startsWith("Ready", "Progressing", "SpecValid")
        .hasSize(3 + SymptomType.values().length);
    assertThat(status(health, "Ready")).isEqualTo(TRUE);
  }

  @Test
  void anAlertInOneStageBeatsDoubtInAnotherAndDoubtBeatsHealth() {
    say("a", POISON_RECORDS, Verdict.unknown("WorkersSilent", "a is silent"));
    var doubtful = PipelineHealth.unseen().observe(look(), T0);
    say("b", POISON_RECORDS, Verdict.alert("PartitionHeld", 1, "b holds in-3"));
    var sick = doubtful.observe(look(), T0.plusSeconds(5));

    assertThat(status(doubtful, "PoisonRecords")).isEqualTo(UNKNOWN);
    assertThat(status(doubtful, "Ready")).isEqualTo(UNKNOWN);
    assertThat(status(sick, "PoisonRecords")).isEqualTo(TRUE);
    assertThat(sick.conditions().get("Ready").verdict().reason()).isEqualTo("PoisonRecords");
    assertThat(sick.conditions().get("Ready").verdict().message()).isEqualTo("b holds in-3");
  }

  @Test
  void readyNamesTheWorstAndCountsTheOthers() {
    say("b", INPUT_WITHOUT_OUTPUT, SILENT);
    say("a", POISON_RECORDS, Verdict.alert("PartitionHeld", 1, "a holds in-3"));

    var ready = PipelineHealth.unseen().observe(look(), T0).conditions().get("Ready").verdict();

    assertThat(ready.status()).isEqualTo(FALSE);
    assertThat(ready.reason()).isEqualTo("InputWithoutOutput");
    assertThat(ready.message()).isEqualTo("stage b committed nothing; also PoisonRecords");
  }

  @Test
  void theTransitionTimeMovesOnlyWhenTheStatusFlips() {
    say("b", INPUT_WITHOUT_OUTPUT, SILENT);
    var first = PipelineHealth.unseen().observe(look(), T0);
    say("b", INPUT_WITHOUT_OUTPUT, Verdict.alert("NothingCommitted", 700, "700 wait"));
    var later = first.observe(look(), T0.plusSeconds(50));

    assertThat(later.conditions().get("InputWithoutOutput").since()).isEqualTo(T0);
    assertThat(later.conditions().get("InputWithoutOutput").verdict().message())
        .isEqualTo("700 wait");
  }

  @Test
  void aRestartedOperatorGoesOnWhereItsPredecessorStopped() {
    say("b", INPUT_WITHOUT_OUTPUT, SILENT);
    say("a", SLOW_BATCHES, Verdict.alert("BatchesNearDeadline", 1, "slow"));
    var before = PipelineHealth.unseen().observe(look(), T0);
    var resumed = PipelineHealth.resumed(before.conditions(), List.of("a", "b"), before.memory());

    verdicts.keySet().forEach(this::noEvidence);
    var after = resumed.observe(look(), T0.plusSeconds(20));

    assertThat(status(after, "InputWithoutOutput")).isEqualTo(TRUE);
    assertThat(after.conditions().get("InputWithoutOutput").since()).isEqualTo(T0);
    assertThat(status(after, "PoisonRecords")).isEqualTo(FALSE);
    say("a", SLOW_BATCHES, Verdict.alert("BatchesNearDeadline", 1, "slow"));
    assertThat(status(resumed.observe(look(), T0.plusSeconds(30)), "SlowBatches")).isEqualTo(TRUE);
  }

  private void noEvidence(String stage) {
    verdicts
        .get(stage)
        .replaceAll((type, verdict) -> Verdict.unknown("NothingSeenYet", "not looked at yet"));
  }

  @Test
  void anInvalidSpecIsNotReadyWhateverItsWorkersDo() {
    problems = List.of("spec.stages[0].replicas: must be at least 0, was -1; correct it");

    var health = PipelineHealth.unseen().observe(look(), T0);

    assertThat(status(health, "SpecValid")).isEqualTo(FALSE);
    assertThat(health.conditions().get("SpecValid").verdict().message())
        .contains("spec.stages[0].replicas", "running workers are left");
    assertThat(status(health, "Ready")).isEqualTo(FALSE);
  }

  @Test
  void noRolloutExcusesAMissingWorkerForEver() {
    workers =
        List.of(new StageWorkers("a", 3, 2, StageWorkers.Rollout.SETTLED, null, "no node fits"));
    var missed = PipelineHealth.unseen().observe(look(), T0);
    var soon = missed.observe(look(), T0.plusSeconds(600));
    var late = soon.observe(look(), T0.plusSeconds(605));

    assertThat(status(soon, "Ready")).isEqualTo(TRUE);
    assertThat(soon.conditions().get("Ready").verdict().message())
        .contains("a: 2/3 workers ready (no node fits)");
    assertThat(late.conditions().get("Ready").verdict().reason()).isEqualTo("WorkersNotReady");
    assertThat(late.conditions().get("Ready").verdict().message())
        .isEqualTo("a: 2/3 workers ready (no node fits)");
  }

  @Test
  void whatKubernetesRefusedIsNotWell() {
    refused = List.of("Deployment/a: exceeded quota");

    var ready = PipelineHealth.unseen().observe(look(), T0).conditions().get("Ready").verdict();

    assertThat(ready.status()).isEqualTo(FALSE);
    assertThat(ready.reason()).isEqualTo("ApplyFailed");
    assertThat(ready.message()).contains("exceeded quota");
  }

  @Test
  void aRestartedOperatorThatCannotReadTheSpecKnowsNoSymptoms() {
    var before = PipelineHealth.unseen().observe(look(), T0);
    verdicts.clear();
    problems = List.of("spec.stages: must not be empty; name one");

    var after =
        PipelineHealth.resumed(before.conditions(), List.of(), before.memory())
            .observe(look(), T0.plusSeconds(60));

    assertThat(after.conditions().get("PoisonRecords").verdict().status()).isEqualTo(UNKNOWN);
    assertThat(after.conditions().get("PoisonRecords").verdict().reason()).isEqualTo("SpecInvalid");
  }

  @Test
  void aStageMayMissOneWorkerWhileItRolls() {
    workers =
        List.of(
            new StageWorkers("a", 3, 2, StageWorkers.Rollout.UNDER_WAY, null, ""),
            new StageWorkers("b", 2, 0, StageWorkers.Rollout.SETTLED, null, "no node fits"));
    var down = PipelineHealth.unseen().observe(look(), T0);
    workers = List.of(workers.get(0), up("b"));
    var rolling = down.observe(look(), T0.plusSeconds(5));

    assertThat(down.conditions().get("Ready").verdict().message())
        .isEqualTo("b: 0/2 workers ready (no node fits)");
    assertThat(status(rolling, "Ready")).isEqualTo(TRUE);
    assertThat(status(rolling, "Progressing")).isEqualTo(TRUE);
  }

  @Test
  void aLongRolloutThatGetsFurtherIsNotLate() {
    var start = PipelineHealth.unseen().observe(look(), T0);
    workers = List.of(rolling(T0));
    var rolling = start.observe(look(), T0.plusSeconds(1));

    workers = List.of(rolling(T0.plusSeconds(1500)));
    var getsOn = rolling.observe(look(), T0.plusSeconds(1800));
    var hangs = getsOn.observe(look(), T0.plusSeconds(2101));

    assertThat(status(getsOn, "Ready")).isEqualTo(TRUE);
    assertThat(status(hangs, "Ready")).isEqualTo(FALSE);
    assertThat(hangs.conditions().get("Ready").verdict().message()).contains("a: 19/20");
  }

  private static StageWorkers rolling(Instant progressedAt) {
    return new StageWorkers("a", 20, 19, StageWorkers.Rollout.UNDER_WAY, progressedAt, "");
  }

  @Test
  void aHaltedRolloutSaysWhatItWaitsFor() {
    workers = List.of(rolling(T0).waitingFor("the new worker w-1 is not in the group"));

    var progressing =
        PipelineHealth.unseen().observe(look(), T0).conditions().get("Progressing").verdict();

    assertThat(progressing.reason()).isEqualTo("RolloutHalted");
    assertThat(progressing.message()).contains("rollout halted", "w-1 is not in the group");
  }
}
