package io.hamstring.operator.guard;

/**
 * A worker's pod as Kubernetes shows it.
 *
 * @param home where its labels say that it belongs
 * @param pod its name
 * @param worker what its worker's container does
 * @param deadBoot the highest start that a termination message names, or 0
 * @param kubeletReady whether its node's kubelet says that the worker's container is ready
 * @param podReady whether the pod counts as ready, for which the control plane speaks when the node
 *     says nothing
 */
public record PodSight(
    PodHome home,
    String pod,
    Container worker,
    long deadBoot,
    boolean kubeletReady,
    boolean podReady) {

  /** What a worker's container does. */
  public enum Container {
    /** It was never started. */
    NOT_STARTED,
    RUNNING,
    /** It ended, and was not started again yet. */
    ENDED
  }
}
