package io.hamstring.operator.roles.runtime;

import io.hamstring.operator.roles.CrewPod;
import io.hamstring.operator.roles.CrewSight;
import io.hamstring.operator.roles.RolesOfPipeline.CrewedStage;
import java.util.Optional;

/** Where it is learnt which pods a stage has and how many are to work. Answers from memory. */
public interface CrewSource {

  /** The pods of a stage; empty when it has no Deployment. */
  Optional<CrewSight> crewOf(CrewedStage stage);

  /**
   * Makes a pod cheaper to delete than those that work, or not; may take its time.
   *
   * @param cost as Kubernetes reads it; the lowest goes first
   */
  void price(CrewedStage stage, CrewPod pod, int cost);
}
