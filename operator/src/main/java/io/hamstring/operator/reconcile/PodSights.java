package io.hamstring.operator.reconcile;

import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.hamstring.operator.guard.PodHome;
import io.hamstring.operator.guard.PodSight;
import io.hamstring.operator.guard.TerminationNote;
import io.hamstring.operator.spec.PodNames;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads out of a pod what the guard must know of it. */
final class PodSights {

  private PodSights() {}

  static PodSight of(Pod pod) {
    var worker = Pods.worker(pod);
    return new PodSight(
        home(pod),
        pod.getMetadata().getName(),
        worker.map(PodSights::container).orElse(PodSight.Container.NOT_STARTED),
        worker.map(PodSights::deadBoot).orElse(0L),
        worker.map(ContainerStatus::getReady).orElse(false),
        Pods.isReady(pod));
  }

  private static PodHome home(Pod pod) {
    var labels = Optional.ofNullable(pod.getMetadata().getLabels()).orElse(Map.of());
    return new PodHome(
        pod.getMetadata().getNamespace(),
        labels.getOrDefault(PodNames.INSTANCE, ""),
        labels.getOrDefault(PodNames.COMPONENT, ""));
  }

  private static PodSight.Container container(ContainerStatus status) {
    if (Optional.ofNullable(status.getState()).map(ContainerState::getRunning).isPresent()) {
      return PodSight.Container.RUNNING;
    }
    return ends(status).findAny().isPresent()
        ? PodSight.Container.ENDED
        : PodSight.Container.NOT_STARTED;
  }

  private static long deadBoot(ContainerStatus status) {
    return ends(status).mapToLong(end -> TerminationNote.bootIn(end.getMessage())).max().orElse(0);
  }

  private static Stream<ContainerStateTerminated> ends(ContainerStatus status) {
    return Stream.of(
            Optional.ofNullable(status.getState()), Optional.ofNullable(status.getLastState()))
        .flatMap(Optional::stream)
        .flatMap(state -> Stream.ofNullable(state.getTerminated()));
  }
}
