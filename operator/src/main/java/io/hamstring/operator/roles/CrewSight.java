package io.hamstring.operator.roles;

import java.util.List;

/**
 * The pods of a stage that keeps standbys.
 *
 * @param wanted workers that are to work
 * @param replicas pods that there are to be
 */
public record CrewSight(int wanted, int replicas, List<CrewPod> pods) {

  public CrewSight {
    pods = List.copyOf(pods);
  }

  /** Whether no pod is still to be deleted. */
  boolean isTrimmed() {
    return pods.stream().filter(pod -> !pod.ending()).count() <= replicas;
  }
}
