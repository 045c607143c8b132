package io.hamstring.operator.symptom;

import io.hamstring.operator.telemetry.GuardView.Ghost;
import io.hamstring.operator.telemetry.GuardView.Kind;
import java.time.Duration;

/** The group lists a member that nothing alive stands behind; its partitions are not read. */
final class GhostMember implements SymptomRule {

  @Override
  public SymptomType type() {
    return SymptomType.GHOST_MEMBER;
  }

  @Override
  public Verdict in(Evidence evidence) {
    var latest = evidence.latest();
    var ghosts = latest.guard().ghosts();
    if (!ghosts.isEmpty()) {
      var worst = ghosts.get(0);
      return Verdict.alert(
          worst.kind() == Kind.LISTED_TWICE ? "ListedTwice" : "MemberWithoutPod",
          ghosts.size(),
          "stage "
              + evidence.stage()
              + ": its group lists "
              + described(worst, evidence)
              + (ghosts.size() > 1 ? " and " + (ghosts.size() - 1) + " more" : "")
              + "; unless spec.guard.enabled is false, a dead worker's is evicted again and again; any"
              + " other has to be ended by its owner, or by a restart of the group's coordinator");
    }
    return evidence
        .unlessUnreachable()
        .orElseGet(
            () ->
                latest.group().isKnown()
                    ? type().healthy()
                    : Verdict.unknown(
                        "GroupUnknown",
                        "stage "
                            + evidence.stage()
                            + ": the members of its group are unknown: "
                            + latest.group().unknownBecause()));
  }

  private static String described(Ghost ghost, Evidence evidence) {
    var member = ghost.member();
    var name = member.instanceId().isEmpty() ? member.memberId() : member.instanceId();
    return name
        + (ghost.kind() == Kind.LISTED_TWICE
            ? " twice"
            : ", which no live pod is, for "
                + Evidence.text(Duration.between(ghost.since(), evidence.now())))
        + " (client "
        + member.clientId()
        + " at "
        + member.host()
        + (member.assigned().isEmpty()
            ? ")"
            : ", has "
                + Evidence.named(member.assigned().stream().map(Object::toString).sorted().toList())
                + ")");
  }
}
