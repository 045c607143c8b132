package io.hamstring.operator.roles;

import io.hamstring.contract.report.WorkerRole;

/**
 * What a worker is to be told.
 *
 * @param pod its name
 * @param isNew whether it is something else than it is by now; if not, only its lease is renewed
 */
public record Word(String pod, String incarnation, WorkerRole role, boolean isNew) {

  static Word to(Hand hand, WorkerRole role) {
    return new Word(hand.pod(), hand.incarnation(), role, hand.role() != role);
  }
}
