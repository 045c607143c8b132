package io.hamstring.contract;

/**
 * Why a worker had to recover, named by what has to be rebuilt. The plan of each kind is in the
 * recovery core's {@code RecoveryPlan}.
 */
public enum FailureKind {
  /** A batch whose partition's assignment epoch ended before its transaction began. */
  STALE_BATCH,
  /** The group refused the offsets of a transaction: unknown member, old generation or epoch. */
  COMMIT_REFUSED,
  /** Partitions were lost, or a commit was refused a second time. */
  MEMBERSHIP_LOST,
  /** Somebody else holds this worker's static member id. */
  INSTANCE_FENCED,
  /** Timeouts, disconnects or names that do not resolve, with no commit under way. */
  TRANSPORT_LOST,
  /** A commit was sent and never answered. */
  COMMIT_IN_DOUBT,
  /** The producer cannot be used again: fenced, invalid epoch, or an abort that failed. */
  PRODUCER_LOST,
  /** Authorization or authentication was refused. */
  NOT_AUTHORIZED,
  /** A setting that client or broker refuses. */
  MISCONFIGURED,
  /** A topic that stays unknown. */
  TOPIC_MISSING,
  /** The stage's own helper (sidecar, webhook) refuses, times out or fails. */
  PROCESSOR_UNAVAILABLE,
  /** A record that cannot be worked on: poison, undecodable or too large. */
  RECORD_REJECTED,
  /** A position that the log no longer has. */
  OFFSETS_LOST
}
