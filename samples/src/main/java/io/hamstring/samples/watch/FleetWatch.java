package io.hamstring.samples.watch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.hamstring.contract.names.ObjectNames;
import io.hamstring.contract.names.WorkerPod;
import io.hamstring.contract.settings.ConfigDocument;
import io.hamstring.contract.settings.WorkerSettings;
import io.hamstring.samples.view.ConditionView;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** What the API server holds of one pipeline and what the operator made of it. */
public final class FleetWatch {

  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
  private static final ObjectMapper JSON = new ObjectMapper();

  private final KubernetesClient client;
  private final String namespace;
  private final String pipeline;
  private final List<String> stages;

  /**
   * @param stages its stages in their order
   */
  public FleetWatch(
      KubernetesClient client, String namespace, String pipeline, List<String> stages) {
    this.client = client;
    this.namespace = namespace;
    this.pipeline = pipeline;
    this.stages = List.copyOf(stages);
  }

  /**
   * How many workers a stage has.
   *
   * @param ready workers that are ready
   * @param wanted workers that its Deployment wants
   */
  public record Workers(int ready, int wanted) {

    /** Whether all that are wanted are ready. */
    public boolean areThere() {
      return ready >= wanted;
    }
  }

  /** What the operator tells the workers of each stage, in the stages' order. */
  public List<WorkerSettings> settings() {
    return client.configMaps().inNamespace(namespace).list().getItems().stream()
        .map(configMap -> configMap.getData())
        .filter(data -> data != null && data.containsKey(WorkerPod.CONFIG_FILE))
        .map(data -> parsed(data.get(WorkerPod.CONFIG_FILE)))
        .filter(settings -> settings.pipeline().equals(pipeline))
        .sorted(Comparator.comparingInt(settings -> stages.indexOf(settings.stage().name())))
        .toList();
  }

  /** How many workers a stage has, if it has a Deployment. */
  public Optional<Workers> workers(String stage) {
    var deployment =
        client
            .apps()
            .deployments()
            .inNamespace(namespace)
            .withName(ObjectNames.of(pipeline, stage))
            .get();
    if (deployment == null) {
      return Optional.empty();
    }
    int wanted = Objects.requireNonNullElse(deployment.getSpec().getReplicas(), 1);
    var status = deployment.getStatus();
    int ready = status == null ? 0 : Objects.requireNonNullElse(status.getReadyReplicas(), 0);
    return Optional.of(new Workers(ready, wanted));
  }

  /** The pods of all stages. */
  public List<WorkerPodView> pods() {
    var views = new ArrayList<WorkerPodView>();
    for (var pod : client.pods().inNamespace(namespace).list().getItems()) {
      stageOf(pod.getMetadata().getName()).ifPresent(stage -> views.add(view(pod, stage)));
    }
    return views;
  }

  /** The conditions that the operator wrote. */
  public List<ConditionView> conditions() {
    var conditions = new ArrayList<ConditionView>();
    object()
        .map(object -> JSON.<JsonNode>valueToTree(object).at("/status/conditions"))
        .ifPresent(
            list ->
                list.forEach(
                    condition ->
                        conditions.add(
                            new ConditionView(
                                condition.path("type").asText(),
                                condition.path("status").asText(),
                                condition.path("reason").asText(),
                                condition.path("message").asText()))));
    return conditions;
  }

  /**
   * The last lines that a pod's container wrote.
   *
   * @param previous whether the run before the present one is meant
   */
  public List<String> log(String pod, int lines, boolean previous) {
    var resource = client.pods().inNamespace(namespace).withName(pod);
    try {
      var text =
          previous
              ? resource.terminated().tailingLines(lines).getLog()
              : resource.tailingLines(lines).getLog();
      return text == null ? List.of() : text.lines().toList();
    } catch (KubernetesClientException gone) {
      return List.of();
    }
  }

  private Optional<GenericKubernetesResource> object() {
    return Optional.ofNullable(
        client
            .genericKubernetesResources("hamstring.io/v1alpha1", "HamstringPipeline")
            .inNamespace(namespace)
            .withName(pipeline)
            .get());
  }

  // A stage's name may begin with another's: the longest that fits is meant.
  private Optional<String> stageOf(String pod) {
    return stages.stream()
        .filter(stage -> pod.startsWith(ObjectNames.of(pipeline, stage) + "-"))
        .max(Comparator.comparingInt(stage -> ObjectNames.of(pipeline, stage).length()));
  }

  private static WorkerPodView view(Pod pod, String stage) {
    var status = pod.getStatus();
    var container =
        status == null || status.getContainerStatuses() == null
            ? Optional.<ContainerStatus>empty()
            : status.getContainerStatuses().stream().findFirst();
    var state = container.map(ContainerStatus::getState);
    return new WorkerPodView(
        pod.getMetadata().getName(),
        stage,
        status == null || status.getPodIP() == null ? null : status.getPodIP() + ":" + port(pod),
        state.map(s -> s.getRunning() != null).orElse(false),
        container.map(ContainerStatus::getRestartCount).orElse(0),
        container
            .map(ContainerStatus::getLastState)
            .map(last -> last.getTerminated())
            .map(terminated -> terminated.getExitCode())
            .orElse(null),
        state.map(s -> s.getWaiting()).map(waiting -> waiting.getReason()).orElse(null));
  }

  private static int port(Pod pod) {
    return pod.getSpec().getContainers().stream()
        .filter(container -> container.getPorts() != null)
        .flatMap(container -> container.getPorts().stream())
        .filter(port -> WorkerPod.PORT_NAME.equals(port.getName()))
        .findFirst()
        .map(port -> port.getContainerPort())
        .orElse(WorkerPod.PORT);
  }

  private static WorkerSettings parsed(String yaml) {
    try {
      return ConfigDocument.parse(YAML.readValue(yaml, Map.class), Map.of());
    } catch (IOException e) {
      throw new UncheckedIOException("a ConfigMap of the pipeline holds no YAML", e);
    }
  }
}
