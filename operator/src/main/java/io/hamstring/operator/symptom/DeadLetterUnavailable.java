package io.hamstring.operator.symptom;

import io.hamstring.contract.report.WorkerReport.HeldBecause;

/** Partitions with poison wait for a dead-letter topic that is missing or refuses. */
final class DeadLetterUnavailable implements SymptomRule {

  @Override
  public SymptomType type() {
    return SymptomType.DEAD_LETTER_UNAVAILABLE;
  }

  @Override
  public Verdict in(Evidence evidence) {
    var waiting =
        evidence.reports().stream()
            .flatMap(report -> report.partitions().stream())
            .filter(partition -> partition.heldBecause() == HeldBecause.DEAD_LETTER_TOPIC)
            .map(partition -> partition.topic() + "-" + partition.partition())
            .sorted()
            .toList();
    return waiting.isEmpty()
        ? evidence.healthyIfHeard(type())
        : Verdict.alert(
            "WaitsForDeadLetterTopic",
            waiting.size(),
            "stage "
                + evidence.stage()
                + " holds "
                + Evidence.named(waiting)
                + " because its dead-letter topic is missing or refuses what is written to it;"
                + " create the topic of onPoison.deadLetterTopic, or grant its workers Describe and"
                + " Write on it");
  }
}
