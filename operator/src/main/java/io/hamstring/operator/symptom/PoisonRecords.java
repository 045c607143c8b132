package io.hamstring.operator.symptom;

import io.hamstring.contract.report.WorkerReport.HeldBecause;
import io.hamstring.contract.report.WorkerReport.PartitionReport;

/** Records that cannot be worked on hold a partition, or were set aside lately. */
final class PoisonRecords implements SymptomRule {

  @Override
  public SymptomType type() {
    return SymptomType.POISON_RECORDS;
  }

  @Override
  public Verdict in(Evidence evidence) {
    var held =
        evidence.reports().stream()
            .flatMap(report -> report.partitions().stream())
            .filter(PartitionReport::held)
            .filter(partition -> partition.heldBecause() != HeldBecause.DEAD_LETTER_TOPIC)
            .map(partition -> partition.topic() + "-" + partition.partition())
            .sorted()
            .toList();
    if (!held.isEmpty()) {
      return Verdict.alert(
          "PartitionHeld",
          held.size(),
          "stage "
              + evidence.stage()
              + " holds "
              + Evidence.named(held)
              + " because of a record that fails however often it is worked on; give the stage"
              + " onPoison.deadLetterTopic, or set onPoison.then to skip");
    }
    var window = evidence.window();
    var then = window.at(evidence.now().minus(evidence.thresholds().poisonWindow()));
    var poison = window.totals().minus(then.totals()).poison();
    return poison > 0
        ? Verdict.alert(
            "RecordsSetAside",
            poison,
            "stage "
                + evidence.stage()
                + " set "
                + poison
                + " records aside within "
                + Evidence.text(evidence.thresholds().poisonWindow())
                + " that it could not work on; see its dead-letter topic")
        : evidence.healthyIfHeard(type());
  }
}
