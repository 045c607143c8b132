package io.hamstring.samples.kubelet;

import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * What the API is told of a pod.
 *
 * @param before what it was told last
 */
record PodStatusView(PodRuntime pod, Instant began, Optional<PodStatus> before) {

  PodStatus status(Instant now) {
    var containers = pod.containers().stream().map(PodStatusView::container).toList();
    var ready = !pod.isStopping() && containers.stream().allMatch(ContainerStatus::getReady);
    return new PodStatusBuilder()
        .withPhase(phase())
        .withHostIP("127.0.0.1")
        .withPodIP(pod.podIp())
        .addNewPodIP()
        .withIp(pod.podIp())
        .endPodIP()
        .withStartTime(shown(began))
        .withContainerStatuses(containers)
        .withConditions(
            condition("PodScheduled", true, now),
            condition("Initialized", true, now),
            condition("ContainersReady", ready, now),
            condition("Ready", ready, now))
        .build();
  }

  private String phase() {
    var containers = pod.containers();
    if (pod.isOver()) {
      return containers.stream()
              .allMatch(c -> c.life().last().filter(t -> t.exitCode() == 0).isPresent())
          ? "Succeeded"
          : "Failed";
    }
    return containers.stream().allMatch(c -> c.life().hasProcess() || c.life().last().isPresent())
        ? "Running"
        : "Pending";
  }

  private PodCondition condition(String type, boolean holds, Instant now) {
    var status = holds ? "True" : "False";
    var since =
        before.map(PodStatus::getConditions).orElse(List.of()).stream()
            .filter(old -> old.getType().equals(type) && old.getStatus().equals(status))
            .map(PodCondition::getLastTransitionTime)
            .findFirst()
            .orElse(shown(now));
    return new PodConditionBuilder()
        .withType(type)
        .withStatus(status)
        .withReason(holds ? null : "ContainersNotReady")
        .withLastTransitionTime(since)
        .build();
  }

  private static ContainerStatus container(ContainerRuntime runtime) {
    var life = runtime.life();
    var ended = life.phase() == ContainerLife.Phase.ENDED;
    var lastState =
        ended
            ? new ContainerState()
            : life.last().map(PodStatusView::terminated).orElseGet(ContainerState::new);
    return new ContainerStatusBuilder()
        .withName(runtime.container().getName())
        .withImage(runtime.container().getImage())
        .withImageID("local")
        .withReady(runtime.isReady())
        .withStarted(runtime.isStarted())
        .withRestartCount(life.restarts())
        .withState(state(runtime))
        .withLastState(lastState)
        .build();
  }

  private static ContainerState state(ContainerRuntime runtime) {
    var life = runtime.life();
    if (life.hasProcess()) {
      return new ContainerStateBuilder().withNewRunning(shown(runtime.started())).build();
    }
    if (life.phase() == ContainerLife.Phase.ENDED && life.last().isPresent()) {
      return terminated(life.last().get());
    }
    return new ContainerStateBuilder()
        .withNewWaiting()
        .withReason(runtime.waitingFor())
        .withMessage(runtime.trouble().orElse(null))
        .endWaiting()
        .build();
  }

  private static ContainerState terminated(Termination termination) {
    return new ContainerStateBuilder()
        .withNewTerminated()
        .withExitCode(termination.exitCode())
        .withSignal(termination.signal() == 0 ? null : termination.signal())
        .withReason(termination.reason())
        .withMessage(termination.message().isEmpty() ? null : termination.message())
        .withStartedAt(shown(termination.startedAt()))
        .withFinishedAt(shown(termination.finishedAt()))
        .endTerminated()
        .build();
  }

  private static String shown(Instant instant) {
    return instant.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
