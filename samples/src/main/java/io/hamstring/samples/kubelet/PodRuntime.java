package io.hamstring.samples.kubelet;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A pod on this machine. Confined to the kubelet's thread, but for what says otherwise. */
final class PodRuntime {

  private final Pod pod;
  private final PodSite site;
  private final List<ContainerRuntime> containers;
  private final Instant began;
  private Optional<PodStatus> written = Optional.empty();
  private boolean stopping;

  PodRuntime(Pod pod, PodSite site, Instant now) {
    this.pod = pod;
    this.site = site;
    this.began = now;
    this.containers =
        pod.getSpec().getContainers().stream()
            .map(container -> new ContainerRuntime(container, site, now))
            .toList();
  }

  /** The pod as it was when it came here. Safe for use by any thread. */
  Pod pod() {
    return pod;
  }

  /** Safe for use by any thread. */
  String podIp() {
    return site.podIp();
  }

  /** Safe for use by any thread, as far as the containers themselves are. */
  List<ContainerRuntime> containers() {
    return containers;
  }

  void look(Instant now) {
    containers.forEach(container -> container.look(now));
  }

  /** Ends all containers, each within {@code grace} from the first call with that grace. */
  void stop(Instant now, Duration grace) {
    if (!stopping) {
      stopping = true;
      containers.forEach(container -> container.stop(now, grace));
    } else if (grace.isZero()) {
      containers.forEach(container -> container.stop(now, Duration.ZERO));
    }
  }

  boolean isOver() {
    return containers.stream()
        .allMatch(container -> container.life().phase() == ContainerLife.Phase.ENDED);
  }

  /** The status to write, if it is another one than was written last. */
  Optional<PodStatus> statusToWrite(Instant now) {
    var status = new PodStatusView(this, began, written).status(now);
    return Optional.of(status).filter(s -> !s.equals(written.orElse(null)));
  }

  void statusWritten(PodStatus status) {
    written = Optional.of(status);
  }

  /** Removes its volumes. */
  void clear() {
    site.folder().delete();
  }

  /** Whether it has been told to end; a container that ends then is not started again. */
  boolean isStopping() {
    return stopping;
  }
}
