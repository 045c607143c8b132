package io.hamstring.operator.roles;

import io.hamstring.operator.guard.PodHome;
import io.hamstring.operator.telemetry.PipelineKey;
import io.hamstring.operator.telemetry.StageKey;
import java.util.List;

/**
 * What must be known of a pipeline to tell its workers their roles.
 *
 * @param token by which a worker knows who tells it
 * @param stages those that keep standbys
 */
public record RolesOfPipeline(PipelineKey key, String token, List<CrewedStage> stages) {

  public RolesOfPipeline {
    stages = List.copyOf(stages);
  }

  /**
   * A stage that keeps standbys.
   *
   * @param home what its pods' labels say
   * @param deployment name of its Deployment, with which the names of its pods begin
   * @param standby workers that wait
   */
  public record CrewedStage(StageKey key, PodHome home, String deployment, int standby) {}

  /** Says nothing of the token. */
  @Override
  public String toString() {
    return key + " " + stages;
  }
}
