package io.hamstring.operator.condition;

import io.hamstring.operator.symptom.ConditionStatus;
import io.hamstring.operator.symptom.SymptomType;
import io.hamstring.operator.symptom.Tempo;
import io.hamstring.operator.symptom.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The conditions of a pipeline over time: each symptom of each stage with its hysteresis, and what
 * they come to for the pipeline. Immutable.
 */
public final class PipelineHealth {

  private static final Verdict NOTHING_SEEN =
      Verdict.unknown("NothingSeenYet", "no stage was looked at yet");

  /** The operator started while the spec was invalid. */
  private static final String SPEC_INVALID = "SpecInvalid";

  /** Nobody knows what would have to be looked at. */
  private static final String NOT_LOOKED_AT = "NotLookedAt";

  /** An older pipeline has what this one claims; known for sure, so that it needs no hold. */
  private static final String CLAIMED = "ClaimedByAnother";

  private final Map<String, Map<SymptomType, Tracked>> stages;
  private final Map<String, Reported> conditions;
  private final Tempo tempo;

  private PipelineHealth(
      Map<String, Map<SymptomType, Tracked>> stages,
      Map<String, Reported> conditions,
      Tempo tempo) {
    this.tempo = tempo;
    this.stages = stages;
    this.conditions = conditions;
  }

  /** Of a pipeline that nobody looked at yet. */
  public static PipelineHealth unseen() {
    return new PipelineHealth(Map.of(), Map.of(), Tempo.STANDARD);
  }

  /**
   * What a predecessor left: the conditions in the status, by type, and what it remembered beside
   * them. A stage it did not remember was healthy.
   */
  public static PipelineHealth resumed(
      Map<String, Reported> conditions,
      Collection<String> stageNames,
      Collection<Remembered> memory) {
    var stages = new TreeMap<String, Map<SymptomType, Tracked>>();
    for (var stage : stageNames) {
      var tracked = new EnumMap<SymptomType, Tracked>(SymptomType.class);
      for (var type : SymptomType.values()) {
        Optional.ofNullable(conditions.get(type.id()))
            .ifPresent(
                reported ->
                    tracked.put(
                        type,
                        Tracked.of(
                            isUnseen(reported) ? NOTHING_SEEN : type.healthy(), reported.since())));
      }
      stages.put(stage, tracked);
    }
    for (var remembered : memory) {
      if (stages.containsKey(remembered.stage())) {
        stages.get(remembered.stage()).put(remembered.type(), remembered.tracked());
      }
    }
    return new PipelineHealth(stages, new LinkedHashMap<>(conditions), Tempo.STANDARD);
  }

  /** The same, believing at another tempo from now on. */
  public PipelineHealth at(Tempo other) {
    return new PipelineHealth(stages, conditions, other);
  }

  private static boolean isUnseen(Reported reported) {
    return Set.of(SPEC_INVALID, NOT_LOOKED_AT).contains(reported.verdict().reason());
  }

  /** This health after one more look. */
  public PipelineHealth observe(PipelineLook look, Instant now) {
    var observed = new TreeMap<String, Map<SymptomType, Tracked>>();
    look.verdicts()
        .forEach(
            (stage, verdicts) ->
                observed.put(stage, observe(stages.getOrDefault(stage, Map.of()), verdicts, now)));
    var symptoms = new EnumMap<SymptomType, Reported>(SymptomType.class);
    for (var type : SymptomType.values()) {
      symptoms.put(type, report(type.id(), worst(type, observed, look), now));
    }
    var reported = new LinkedHashMap<String, Reported>();
    var progressing = report(Summary.PROGRESSING, Summary.progressing(look), now);
    var ready = Summary.ready(look, symptoms, progressing, now);
    reported.put(Summary.READY, report(Summary.READY, ready, now));
    reported.put(Summary.PROGRESSING, progressing);
    reported.put(Summary.SPEC_VALID, report(Summary.SPEC_VALID, Summary.specValid(look), now));
    symptoms.forEach((type, condition) -> reported.put(type.id(), condition));
    return new PipelineHealth(observed, reported, tempo);
  }

  private Map<SymptomType, Tracked> observe(
      Map<SymptomType, Tracked> before, Map<SymptomType, Verdict> verdicts, Instant now) {
    var after = new EnumMap<SymptomType, Tracked>(SymptomType.class);
    verdicts.forEach(
        (type, verdict) ->
            after.put(
                type,
                before
                    .getOrDefault(type, Tracked.of(NOTHING_SEEN, now))
                    .observe(verdict, Hysteresis.of(type, tempo), now)));
    return after;
  }

  /** Over stages an alert beats doubt, and doubt beats health. */
  private Verdict worst(
      SymptomType type, Map<String, Map<SymptomType, Tracked>> observed, PipelineLook look) {
    if (type == SymptomType.IDENTITY_CONFLICT && look.hold().kind() == Hold.Kind.CONFLICT) {
      return Verdict.alert(CLAIMED, 1, look.hold().message());
    }
    if (observed.isEmpty()) {
      return standing(type, look);
    }
    Verdict worst = null;
    var more = 0;
    for (var stage : observed.values()) {
      var verdict = stage.get(type).reported();
      if (worst == null || verdict.status().compareTo(worst.status()) < 0) {
        worst = verdict;
        more = 0;
      } else if (verdict.status() == worst.status() && verdict.status() == ConditionStatus.TRUE) {
        more++;
      }
    }
    return more == 0
        ? worst
        : Verdict.alert(
            worst.reason(),
            worst.weight(),
            worst.message() + "; and " + more + (more == 1 ? " other stage" : " other stages"));
  }

  /** With no stage to look at, what was seen stands; a suspended pipeline has no symptoms. */
  private Verdict standing(SymptomType type, PipelineLook look) {
    if (look.activity() == PipelineLook.Activity.SUSPENDED) {
      return Verdict.unknown("Suspended", "no worker is wanted while spec.suspend is true");
    }
    if (!look.specProblems().isEmpty()) {
      return Verdict.unknown(
          SPEC_INVALID, "the spec is invalid, so that it does not say what to look at");
    }
    if (look.hold().kind() == Hold.Kind.CONFLICT) {
      return Verdict.unknown(
          NOT_LOOKED_AT,
          "its workers, if there are any, are not looked at while another pipeline has what this one"
              + " claims");
    }
    var before = conditions.get(type.id());
    return before == null || before.verdict().reason().equals(CLAIMED)
        ? NOTHING_SEEN
        : before.verdict();
  }

  private Reported report(String type, Verdict verdict, Instant now) {
    var before = conditions.get(type);
    return before == null ? new Reported(verdict, now) : before.after(verdict, now);
  }

  /** Every condition by type, the summary first, then symptoms, worst first. */
  public Map<String, Reported> conditions() {
    return new LinkedHashMap<>(conditions);
  }

  /** Symptoms that are on alert, worst first. */
  public List<SymptomType> alerts() {
    var alerts = new ArrayList<SymptomType>();
    for (var type : SymptomType.values()) {
      var reported = conditions.get(type.id());
      if (reported != null && reported.verdict().status() == ConditionStatus.TRUE) {
        alerts.add(type);
      }
    }
    return alerts;
  }

  /** When a verdict will change by the mere passing of time. */
  public Optional<Instant> due() {
    return stages.values().stream()
        .flatMap(tracked -> tracked.entrySet().stream())
        .flatMap(entry -> entry.getValue().due(Hysteresis.of(entry.getKey(), tempo)).stream())
        .min(Instant::compareTo);
  }

  /** What a restarted operator must not forget. */
  public List<Remembered> memory() {
    var memory = new ArrayList<Remembered>();
    stages.forEach(
        (stage, tracked) ->
            tracked.forEach(
                (type, condition) -> {
                  if (condition.reported().status() != ConditionStatus.FALSE
                      || condition.challenger().isPresent()) {
                    memory.add(new Remembered(stage, type, condition));
                  }
                }));
    return memory;
  }
}
