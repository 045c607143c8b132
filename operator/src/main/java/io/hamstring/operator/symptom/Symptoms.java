package io.hamstring.operator.symptom;

import io.hamstring.operator.telemetry.StageWindow;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The rules: what was seen of a stage in, one verdict for each symptom out. */
public final class Symptoms {

  /** Worst first. */
  private static final List<SymptomRule> RULES =
      List.of(
          new KafkaUnreachable(),
          new NotAuthorized(),
          new Misconfigured(),
          new TopicMissing(),
          new IdentityConflict(),
          new DataLoss(),
          new SinkUnavailable(),
          new InputWithoutOutput(),
          new RepeatedMembershipLoss(),
          new MaxPollExceeded(),
          new AbortsWhileLagGrows(),
          new PartitionStalled(),
          new GhostMember(),
          new BlockedByTransaction(),
          new DeadLetterUnavailable(),
          new PoisonRecords(),
          new SlowBatches());

  private Symptoms() {}

  /** The verdict of every rule on a stage. */
  public static Map<SymptomType, Verdict> of(
      String stage, StageWindow window, Thresholds thresholds, Instant now) {
    var evidence = new Evidence(stage, window, thresholds, now);
    var verdicts = new EnumMap<SymptomType, Verdict>(SymptomType.class);
    for (var rule : RULES) {
      verdicts.put(rule.type(), rule.in(evidence));
    }
    return verdicts;
  }

  /** The verdicts on a stage that was not looked at yet. */
  public static Map<SymptomType, Verdict> ofUnseen(String stage) {
    var verdicts = new EnumMap<SymptomType, Verdict>(SymptomType.class);
    for (var rule : RULES) {
      verdicts.put(
          rule.type(),
          Verdict.unknown("NothingSeenYet", "stage " + stage + " was not looked at yet"));
    }
    return verdicts;
  }
}
