package io.hamstring.recovery.plan;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a worker holds, and the plan it follows, if any. Immutable.
 *
 * @param recovery the plan being followed, or null
 * @param resuming the recovery whose plan is done and whose worker has no partitions yet, or null
 * @param attempts plans in a row without a commit between them
 * @param refusals commits refused in a row
 * @param calmSince when the latest plan ended, or null
 * @param producersLost when the latest producers were lost, oldest first
 * @param joining whether plans end in the group, or ready to join it
 */
public record RecoveryState(
    Held held,
    Recovery recovery,
    Recovery resuming,
    int attempts,
    int refusals,
    Instant calmSince,
    List<Instant> producersLost,
    boolean joining) {

  /** A worker that has not started. */
  public static final RecoveryState NEW =
      new RecoveryState(Held.NOTHING, null, null, 0, 0, null, List.of(), true);

  /** A worker that has not started and is to wait before it joins. */
  public static final RecoveryState NEW_STANDBY = NEW.joining(false);

  /** The plan being followed. */
  public Optional<Recovery> ongoing() {
    return Optional.ofNullable(recovery);
  }

  /** Whether no plan is being followed. */
  public boolean isCalm() {
    return recovery == null;
  }

  /** Whether the plan being followed is the last one. */
  public boolean isStopping() {
    return recovery != null && recovery.purpose() == Recovery.Purpose.STOP;
  }

  /** The recovery that is not over: being followed, or waiting for partitions. */
  public Optional<Recovery> unfinished() {
    return recovery != null ? ongoing() : Optional.ofNullable(resuming);
  }

  /** One more producer was lost; those before {@code since} are forgotten. */
  RecoveryState producerLost(Instant now, Instant since) {
    var lost = new ArrayList<>(producersLost);
    lost.removeIf(at -> at.isBefore(since));
    lost.add(now);
    return new RecoveryState(
        held, recovery, resuming, attempts, refusals, calmSince, List.copyOf(lost), joining);
  }

  RecoveryState following(Recovery plan) {
    return new RecoveryState(
        held, plan, null, plan.attempt(), refusals, calmSince, producersLost, joining);
  }

  RecoveryState holding(Held now) {
    return new RecoveryState(
        now, recovery, resuming, attempts, refusals, calmSince, producersLost, joining);
  }

  /** Refusals were those of another membership. */
  RecoveryState withNewMembership() {
    return new RecoveryState(
        held, recovery, resuming, attempts, 0, calmSince, producersLost, joining);
  }

  RecoveryState refused() {
    return new RecoveryState(
        held, recovery, resuming, attempts, refusals + 1, calmSince, producersLost, joining);
  }

  /** The work is committed: refusals are over, and attempts too unless a plan is followed. */
  RecoveryState committed() {
    return new RecoveryState(
        held.with(false),
        recovery,
        resuming,
        isCalm() ? 0 : attempts,
        0,
        calmSince,
        producersLost,
        joining);
  }

  /** Plans end in the group from now on, or ready to join it; the one being followed does too. */
  RecoveryState joining(boolean now) {
    return new RecoveryState(
        held,
        recovery == null ? null : recovery.towards(now),
        resuming,
        attempts,
        refusals,
        calmSince,
        producersLost,
        now);
  }

  /** The plan is done. */
  RecoveryState calm(Instant since, Recovery resuming) {
    return new RecoveryState(
        held, null, resuming, attempts, refusals, since, producersLost, joining);
  }
}
