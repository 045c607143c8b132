package io.hamstring.operator.reconcile;

import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.hamstring.api.v1alpha1.HamstringPipeline;
import io.hamstring.contract.names.ObjectNames;
import io.hamstring.contract.names.WorkerPod;
import io.hamstring.operator.guard.PodSight;
import io.hamstring.operator.roles.CrewPod;
import io.hamstring.operator.spec.PodNames;
import io.hamstring.operator.telemetry.StageKey;
import io.hamstring.operator.telemetry.watch.PodSource;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The worker pods of all stages, from memory. Their changes wake nobody: the sweep looks at them.
 */
final class Pods implements PodSource {

  private static final String BY_STAGE = "stage";

  private final InformerEventSource<Pod, HamstringPipeline> source;

  Pods(EventSourceContext<HamstringPipeline> context, PodListener listener) {
    source =
        new PodInformer(
            InformerEventSourceConfiguration.from(Pod.class, HamstringPipeline.class)
                .withName("worker-pods")
                .withNamespacesInheritedFromController()
                .withLabelSelector(PodNames.NAME + "=" + PodNames.WORKER)
                .withSecondaryToPrimaryMapper(pod -> Set.of())
                .build(),
            context,
            listener);
    source.addIndexers(Map.of(BY_STAGE, pod -> List.of(indexKey(pod))));
  }

  EventSource<?, HamstringPipeline> eventSource() {
    return source;
  }

  private static String indexKey(Pod pod) {
    var metadata = pod.getMetadata();
    var labels = Optional.ofNullable(metadata.getLabels()).orElse(Map.of());
    return String.join(
        "/",
        metadata.getNamespace(),
        labels.getOrDefault(PodNames.INSTANCE, ""),
        labels.getOrDefault(PodNames.COMPONENT, ""));
  }

  private List<Pod> of(StageKey stage) {
    return allOf(stage).stream()
        .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
        .toList();
  }

  private List<Pod> allOf(StageKey stage) {
    var key =
        String.join(
            "/",
            stage.pipeline().namespace(),
            ObjectNames.ofPipeline(stage.pipeline().name()),
            stage.stage());
    return source.byIndex(BY_STAGE, key);
  }

  /** The pods of a stage as the guard sees them, ending ones too. */
  List<PodSight> sightsOf(StageKey stage) {
    return allOf(stage).stream().map(PodSights::of).toList();
  }

  /** The pods of a stage, ending ones too, as those see them who tell workers their roles. */
  List<CrewPod> crewOf(StageKey stage, Deployment deployment) {
    var present = PodNames.templateOf(deployment.getSpec().getTemplate().getMetadata());
    return allOf(stage).stream()
        .map(
            pod ->
                new CrewPod(
                    PodSights.of(pod),
                    pod.getMetadata().getDeletionTimestamp() != null,
                    PodNames.templateOf(pod.getMetadata()).equals(present),
                    Optional.ofNullable(view(pod).report()).map(URI::toString).orElse(null),
                    deletionCost(pod)))
        .toList();
  }

  private static int deletionCost(Pod pod) {
    return Optional.ofNullable(pod.getMetadata().getAnnotations())
        .map(annotations -> annotations.get(RoleDesk.DELETION_COST))
        .filter(cost -> cost.matches("-?\\d{1,9}"))
        .map(Integer::parseInt)
        .orElse(0);
  }

  /** The template from which each pod of the stage was made, by pod. */
  Map<String, String> templatesOf(StageKey stage) {
    return of(stage).stream()
        .collect(
            Collectors.toMap(
                pod -> pod.getMetadata().getName(),
                pod -> PodNames.templateOf(pod.getMetadata()),
                (a, b) -> a));
  }

  @Override
  public List<PodView> podsOf(StageKey stage) {
    return of(stage).stream().map(Pods::view).toList();
  }

  /**
   * What keeps a pod of the stage from being ready, in Kubernetes' words; empty when nothing does.
   */
  String troubleOf(StageKey stage) {
    return of(stage).stream().flatMap(pod -> PodTrouble.of(pod).stream()).findFirst().orElse("");
  }

  private static PodView view(Pod pod) {
    var status = Optional.ofNullable(pod.getStatus());
    var phase = status.map(s -> s.getPhase()).orElse("Pending");
    return new PodView(
        pod.getMetadata().getName(),
        phase,
        isReady(pod),
        worker(pod).map(ContainerStatus::getRestartCount).orElse(0),
        status
            .map(s -> s.getPodIP())
            .filter(ip -> !ip.isEmpty())
            .map(ip -> uri(ip, pod))
            .orElse(null));
  }

  static boolean isReady(Pod pod) {
    return pod.getStatus() != null
        && pod.getStatus().getConditions().stream()
            .anyMatch(c -> "Ready".equals(c.getType()) && "True".equals(c.getStatus()));
  }

  static Optional<ContainerStatus> worker(Pod pod) {
    return Optional.ofNullable(pod.getStatus()).stream()
        .flatMap(status -> status.getContainerStatuses().stream())
        .filter(container -> WorkerPod.CONTAINER.equals(container.getName()))
        .findFirst();
  }

  private static URI uri(String ip, Pod pod) {
    var host = ip.indexOf(':') < 0 ? ip : "[" + ip + "]";
    return URI.create("http://" + host + ":" + port(pod) + "/report");
  }

  private static int port(Pod pod) {
    return pod.getSpec().getContainers().stream()
        .filter(container -> WorkerPod.CONTAINER.equals(container.getName()))
        .flatMap(container -> container.getPorts().stream())
        .filter(port -> WorkerPod.PORT_NAME.equals(port.getName()))
        .map(ContainerPort::getContainerPort)
        .findFirst()
        .orElse(WorkerPod.PORT);
  }
}
