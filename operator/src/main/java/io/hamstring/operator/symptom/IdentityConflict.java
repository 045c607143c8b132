package io.hamstring.operator.symptom;

import io.hamstring.contract.FailureKind;
import java.util.Set;

/** Somebody else holds the static member id of a worker. */
final class IdentityConflict implements SymptomRule {

  @Override
  public SymptomType type() {
    return SymptomType.IDENTITY_CONFLICT;
  }

  @Override
  public Verdict in(Evidence evidence) {
    var fenced = evidence.recoveringFrom(Set.of(FailureKind.INSTANCE_FENCED));
    if (fenced.isEmpty()) {
      return evidence.healthyIfHeard(type());
    }
    var detail = fenced.get(0).recovery().detail();
    return Verdict.alert(
        "InstanceFenced",
        fenced.size(),
        "stage "
            + evidence.stage()
            + ": somebody else joined its group with the member id of "
            + Evidence.pods(fenced)
            + (detail == null ? "" : " (" + detail + ")")
            + "; look for a second operator, a copy of this pipeline in another cluster, or another"
            + " program with the same group.instance.id");
  }
}
