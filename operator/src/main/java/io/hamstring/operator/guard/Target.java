package io.hamstring.operator.guard;

import io.hamstring.contract.names.Incarnation;
import io.hamstring.contract.names.InstanceId;
import io.hamstring.operator.telemetry.GroupMember;
import io.hamstring.operator.telemetry.StageKey;
import java.util.List;
import java.util.Optional;

/**
 * What is dead of one pod: the incarnations whose ids nothing that lives will ever use.
 *
 * @param pod which may be gone
 * @param firstBoot the lowest start that is dead
 * @param lastBoot the highest; {@link #ALL} of a pod that is gone
 * @param memberId the only membership that is meant, or empty for all of these starts
 */
public record Target(
    StageKey stage, String pod, long firstBoot, long lastBoot, String memberId, Cause cause) {

  /** No start of the pod lives. */
  public static final long ALL = Long.MAX_VALUE;

  /** Every start of a pod up to one that a termination message names. */
  public static Target upTo(StageKey stage, String pod, long boot, Cause cause) {
    return new Target(stage, pod, 1, boot, "", cause);
  }

  /** One start that a termination message covers, of which a transaction is still open. */
  public static Target exactly(StageKey stage, String pod, long boot) {
    return new Target(stage, pod, boot, boot, "", Cause.TERMINATED);
  }

  /** The starts that are known by number without a look; empty of a whole pod. */
  public List<Long> known() {
    return firstBoot == lastBoot ? List.of(firstBoot) : List.of();
  }

  /** Every start of a pod that is gone. */
  public static Target allOf(StageKey stage, String pod, Cause cause) {
    return new Target(stage, pod, 1, ALL, "", cause);
  }

  /** One membership of one start, which may live and come back under the same id. */
  public static Target only(StageKey stage, String pod, long boot, String memberId, Cause cause) {
    return new Target(stage, pod, boot, boot, memberId, cause);
  }

  /** The incarnation of one start. */
  public Incarnation at(long boot) {
    return new Incarnation(
        stage.pipeline().namespace(), stage.pipeline().name(), stage.stage(), pod, boot);
  }

  /** What all transactional ids of the stage look like, for whoever grants a right. */
  public String transactionalIds() {
    return "hamstring_"
        + stage.pipeline().namespace()
        + "_"
        + stage.pipeline().name()
        + "_"
        + stage.stage()
        + "_*";
  }

  /** Which start of this pod a group member is, if it is one of the dead. */
  public Optional<Long> bootOf(GroupMember member) {
    return memberId.isEmpty() || memberId.equals(member.memberId())
        ? bootOf(member.instanceId())
        : Optional.empty();
  }

  private Optional<Long> bootOf(String instanceId) {
    return InstanceId.of(instanceId)
        .filter(id -> id.namespace().equals(stage.pipeline().namespace()) && id.pod().equals(pod))
        .map(InstanceId::boot)
        .filter(this::isDead);
  }

  /** Which start of this pod a transactional id names, if it is one of the dead. */
  public Optional<Long> bootOfTransaction(String transactionalId) {
    return Incarnation.ofTransactionalId(transactionalId)
        .filter(one -> one.equals(at(one.boot())))
        .map(Incarnation::boot)
        .filter(this::isDead);
  }

  private boolean isDead(long boot) {
    return boot >= firstBoot && boot <= lastBoot;
  }
}
