package io.hamstring.operator.symptom;

import io.hamstring.operator.telemetry.GroupMember;
import io.hamstring.operator.telemetry.Partition;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Records wait in a partition in which nothing is committed, while other partitions go on. */
final class PartitionStalled implements SymptomRule {

  @Override
  public SymptomType type() {
    return SymptomType.PARTITION_STALLED;
  }

  @Override
  public Verdict in(Evidence evidence) {
    if (!evidence.latest().lag().total().isKnown()) {
      return Verdict.unknown(
          "LagUnknown",
          "stage "
              + evidence.stage()
              + ": lag is unknown: "
              + evidence.latest().lag().total().unknownBecause());
    }
    var still = new TreeMap<>(evidence.window().stillSince());
    held(evidence).keySet().forEach(still::remove);
    var bound = evidence.thresholds().partitionStall();
    var stalled = new TreeMap<Partition, Instant>();
    still.forEach(
        (partition, since) -> {
          if (!evidence.now().isBefore(since.plus(bound))) {
            stalled.put(partition, since);
          }
        });
    // When nothing goes on at all, that is InputWithoutOutput.
    if (!stalled.isEmpty() && stalled.size() < evidence.latest().partitions().size()) {
      return alert(evidence, stalled);
    }
    return evidence.window().seen().compareTo(bound) < 0 && !still.isEmpty()
        ? Verdict.unknown(
            "NotSeenLongEnough",
            "stage "
                + evidence.stage()
                + ": whether "
                + still.firstKey()
                + " moves was not watched for "
                + Evidence.text(bound)
                + " yet")
        : type().healthy();
  }

  private static Verdict alert(Evidence evidence, Map<Partition, Instant> stalled) {
    var oldest =
        stalled.entrySet().stream()
            .min(Map.Entry.comparingByValue(Comparator.naturalOrder()))
            .get();
    var partition = oldest.getKey();
    return Verdict.alert(
        "OthersGoOn",
        stalled.size(),
        "stage "
            + evidence.stage()
            + ": nothing is committed in "
            + partition
            + " for "
            + Evidence.text(Duration.between(oldest.getValue(), evidence.now()))
            + " while "
            + evidence.latest().lagOf(partition)
            + " records wait there"
            + (stalled.size() > 1 ? ", nor in " + (stalled.size() - 1) + " more" : "")
            + ", and others go on; "
            + ownerOf(partition, evidence)
                .map(
                    owner ->
                        "the group gives it to "
                            + (owner.instanceId().isEmpty() ? owner.memberId() : owner.instanceId())
                            + ": see whether that worker is well, then GhostMember and"
                            + " BlockedByTransaction")
                .orElse("the group gives it to nobody"));
  }

  private static Optional<GroupMember> ownerOf(Partition partition, Evidence evidence) {
    return evidence.latest().group().members().stream()
        .filter(member -> member.assigned().contains(partition))
        .findFirst();
  }

  /** Partitions that their workers hold on purpose, which has conditions of its own. */
  private static Map<Partition, Boolean> held(Evidence evidence) {
    var held = new TreeMap<Partition, Boolean>();
    evidence
        .reports()
        .forEach(
            report ->
                report.partitions().stream()
                    .filter(one -> one.held())
                    .forEach(one -> held.put(new Partition(one.topic(), one.partition()), true)));
    return held;
  }
}
