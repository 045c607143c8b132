package io.hamstring.operator.roles;

import io.hamstring.operator.guard.PodSight;

/**
 * A pod of a stage with standbys, as Kubernetes shows it.
 *
 * @param ending whether it is being deleted
 * @param newest whether it was made from the present template
 * @param report where its worker answers, or null while it has no address
 * @param deletionCost what Kubernetes is told of how dear it is
 */
public record CrewPod(
    PodSight sight, boolean ending, boolean newest, String report, int deletionCost) {

  /** Its name. */
  public String name() {
    return sight.pod();
  }

  /** Whether its worker can be told anything. */
  public boolean isHand() {
    return !ending && report != null && sight.worker() == PodSight.Container.RUNNING;
  }
}
