package io.hamstring.samples.kubelet;

import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.hamstring.broker.ChildProcess;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The pods that are on this machine. Changed on the kubelet's thread only; what reads may be called
 * by any.
 */
final class NodePods {

  private static final long DEFAULT_GRACE_SECONDS = 30;
  private static final Duration KILL_BOUND = Duration.ofSeconds(5);

  private final Map<String, PodRuntime> byUid = new ConcurrentHashMap<>();
  private final LoopbackAddresses addresses = new LoopbackAddresses(new SecureRandom());
  private final KubernetesClient client;
  private final KubeletSettings settings;
  private final Prober prober;
  private final Runnable wake;

  NodePods(KubernetesClient client, KubeletSettings settings, Prober prober, Runnable wake) {
    this.client = client;
    this.settings = settings;
    this.prober = prober;
    this.wake = wake;
  }

  Collection<PodRuntime> all() {
    return byUid.values();
  }

  Optional<PodRuntime> find(String namespace, String name) {
    return byUid.values().stream()
        .filter(
            runtime ->
                runtime.pod().getMetadata().getNamespace().equals(namespace)
                    && runtime.pod().getMetadata().getName().equals(name))
        .findFirst();
  }

  /** What is known of {@code runtime} to outsiders. */
  static LocalPod describe(PodRuntime runtime) {
    var metadata = runtime.pod().getMetadata();
    var first = runtime.containers().get(0);
    return new LocalPod(
        metadata.getNamespace(),
        metadata.getName(),
        Optional.ofNullable(metadata.getLabels()).orElse(Map.of()),
        runtime.podIp(),
        first.process().map(ChildProcess::pid),
        first.log(false));
  }

  /** The pod's runtime; a pod that is new here gets one. */
  PodRuntime runtime(Pod pod, Instant now) {
    return byUid.computeIfAbsent(pod.getMetadata().getUid(), uid -> newRuntime(pod, now));
  }

  boolean knows(Pod pod) {
    return byUid.containsKey(pod.getMetadata().getUid());
  }

  private PodRuntime newRuntime(Pod pod, Instant now) {
    var ports =
        pod.getSpec().getContainers().stream()
            .flatMap(container -> container.getPorts().stream())
            .map(ContainerPort::getContainerPort)
            .toList();
    var podIp = addresses.take(ports);
    var config = new ConfigSource(client, pod.getMetadata().getNamespace());
    var site =
        new PodSite(
            new PodFolder(settings.folder(), pod),
            config,
            new PodEnvironment(pod, podIp, config, SidecarPort.variables(pod)),
            podIp,
            grace(pod),
            Optional.ofNullable(pod.getSpec().getRestartPolicy()).orElse("Always"),
            settings,
            prober,
            wake);
    return new PodRuntime(pod, site, now);
  }

  private static Duration grace(Pod pod) {
    return Duration.ofSeconds(
        Optional.ofNullable(pod.getSpec().getTerminationGracePeriodSeconds())
            .orElse(DEFAULT_GRACE_SECONDS));
  }

  /** Lets go of a pod whose containers have all ended. */
  void remove(PodRuntime runtime) {
    runtime.clear();
    addresses.release(runtime.podIp());
    byUid.remove(runtime.pod().getMetadata().getUid());
  }

  /** Kills every process. */
  void killAll() {
    var processes =
        byUid.values().stream()
            .flatMap(runtime -> runtime.containers().stream())
            .flatMap(container -> container.process().stream())
            .toList();
    processes.forEach(ChildProcess::kill);
    processes.forEach(process -> process.waitFor(KILL_BOUND));
  }
}
