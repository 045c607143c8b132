package io.hamstring.operator.reconcile;

import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** What keeps a worker pod from being ready, in Kubernetes' words, and what to do where we know. */
final class PodTrouble {

  private static final Set<String> ON_ITS_WAY = Set.of("ContainerCreating", "PodInitializing");
  private static final String KILLED = "OOMKilled";

  /** What the JVM ends with when its heap is full. */
  private static final int HEAP_FULL = 3;

  private PodTrouble() {}

  /** In words; empty when nothing does that is known. */
  static Optional<String> of(Pod pod) {
    return Pods.worker(pod)
        .flatMap(PodTrouble::of)
        .or(() -> unscheduled(pod))
        .map(words -> pod.getMetadata().getName() + " " + words);
  }

  private static Optional<String> of(ContainerStatus worker) {
    var ended =
        in(worker.getState(), ContainerState::getTerminated)
            .or(() -> in(worker.getLastState(), ContainerState::getTerminated));
    return in(worker.getState(), ContainerState::getWaiting)
        .filter(state -> state.getReason() != null && !ON_ITS_WAY.contains(state.getReason()))
        .map(
            state ->
                "waits: " + state.getReason() + ended.map(e -> ", after it " + how(e)).orElse(""))
        .or(
            () ->
                ended
                    .filter(end -> !Boolean.TRUE.equals(worker.getReady()))
                    .filter(PodTrouble::isOfMemory)
                    .map(PodTrouble::how));
  }

  private static <T> Optional<T> in(ContainerState state, Function<ContainerState, T> part) {
    return Optional.ofNullable(state).map(part);
  }

  private static boolean isOfMemory(ContainerStateTerminated end) {
    return KILLED.equals(end.getReason()) || code(end) == HEAP_FULL;
  }

  private static int code(ContainerStateTerminated end) {
    return Optional.ofNullable(end.getExitCode()).orElse(0);
  }

  private static String how(ContainerStateTerminated end) {
    var words =
        "ended with exit code "
            + code(end)
            + (end.getReason() == null ? "" : " (" + end.getReason() + ")");
    if (KILLED.equals(end.getReason())) {
      return words + ": it took more memory than its limit; raise template.resources.limits.memory";
    }
    return code(end) == HEAP_FULL
        ? words + ": its heap was full; raise template.resources.limits.memory"
        : words;
  }

  private static Optional<String> unscheduled(Pod pod) {
    return Optional.ofNullable(pod.getStatus()).stream()
        .flatMap(status -> status.getConditions().stream())
        .filter(c -> "PodScheduled".equals(c.getType()) && "False".equals(c.getStatus()))
        .map(c -> "finds no node: " + c.getMessage())
        .findFirst();
  }
}
