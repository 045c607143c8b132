package io.hamstring.operator.guard;

/**
 * A worker's pod as Kubernetes shows it.
 *
 * @param home where its labels say that it belongs
 * @param pod its name
 * @param worker what its worker's container does
 * @param deadBoot the highest start that a termination message names, or 0
 */
public record PodSight(PodHome home, String pod, Container worker, long deadBoot) {

  /** What a worker's container does. */
  public enum Container {
    /** It was never started. */
    NOT_STARTED,
    RUNNING,
    /** It ended, and was not started again yet. */
    ENDED
  }
}
