package io.hamstring.operator.symptom;

import io.hamstring.operator.telemetry.GuardView.Ghost;
import io.hamstring.operator.telemetry.GuardView.Kind;
import java.time.Duration;

/** The group lists a member that is no live worker of the stage: what it has, no worker reads. */
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
          reasonOf(worst.kind()),
          ghosts.size(),
          "stage "
              + evidence.stage()
              + ": its group lists "
              + described(worst, evidence)
              + (ghosts.size() > 1 ? " and " + (ghosts.size() - 1) + " more" : "")
              + remedyOf(worst.kind()));
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

  private static String reasonOf(Kind kind) {
    return switch (kind) {
      case DEAD_WORKER -> "MemberWithoutPod";
      case LISTED_TWICE -> "ListedTwice";
      case FOREIGN -> "ForeignMember";
    };
  }

  private static String remedyOf(Kind kind) {
    return switch (kind) {
      case DEAD_WORKER ->
          "; it is evicted again and again, unless spec.guard.enabled is false; then remove it with"
              + " kafka-consumer-groups.sh, or wait for its session timeout";
      case LISTED_TWICE -> "; only a restart of the group's coordinator ends the second entry";
      case FOREIGN ->
          "; whoever runs it has to stop it, or give it a group of its own: nothing but a worker of"
              + " this stage is ever evicted";
    };
  }

  private static String described(Ghost ghost, Evidence evidence) {
    var member = ghost.member();
    var name = member.instanceId().isEmpty() ? member.memberId() : member.instanceId();
    return name
        + switch (ghost.kind()) {
          case LISTED_TWICE -> " twice";
          case DEAD_WORKER -> ", which no live pod is, for " + timeOf(ghost, evidence);
          case FOREIGN -> ", which is no worker of it, for " + timeOf(ghost, evidence);
        }
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

  private static String timeOf(Ghost ghost, Evidence evidence) {
    return Evidence.text(Duration.between(ghost.since(), evidence.now()));
  }
}
