package io.hamstring.operator.roles;

import io.hamstring.contract.report.WorkerRole;
import java.time.Instant;

/**
 * A worker that can be told what to be.
 *
 * @param pod its name
 * @param incarnation whom a word is for
 * @param role what it said, or was told, last
 * @param answers whether it answered lately
 * @param ready whether it can work, or join at once
 * @param newest whether it was made from the present template
 * @param partitions it had when it last said so
 * @param startedAt when it started
 */
public record Hand(
    String pod,
    String incarnation,
    WorkerRole role,
    boolean answers,
    boolean ready,
    boolean newest,
    int partitions,
    Instant startedAt) {

  boolean isActive() {
    return role == WorkerRole.ACTIVE;
  }
}
