package io.hamstring.operator.desired;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.hamstring.contract.settings.WorkerSettings.Timeouts;
import io.hamstring.operator.spec.Pipeline;
import io.hamstring.operator.spec.PipelineStage;
import io.hamstring.operator.spec.PodNames;
import io.hamstring.operator.spec.PodTemplate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** The fleet of a stage. */
final class WorkerDeployment {

  /** Changes exactly when the configuration does, and so rolls the pods. */
  private static final String CONFIG_HASH = "hamstring.io/config-hash";

  /** Changes exactly when a referenced key of a Secret does. */
  private static final String SECRETS_HASH = "hamstring.io/secrets-hash";

  /** Leaving the group and closing both clients, each bounded by 5 s. */
  private static final Duration CLOSE = Duration.ofSeconds(10);

  /** What the kubelet and the JVM may take on a busy node. */
  private static final Duration SLACK = Duration.ofSeconds(10);

  /**
   * How long a new worker must have been ready before the next may be replaced: time for two looks
   * at whether it works.
   */
  private static final Duration SETTLING = Duration.ofSeconds(10);

  private static final int KEPT_REVISIONS = 3;

  private final Pipeline pipeline;
  private final PipelineStage stage;
  private final RenderedConfig config;
  private final SecretFiles secrets;
  private final RoleSecret roles;
  private final WorkerImage image;

  WorkerDeployment(
      Pipeline pipeline,
      PipelineStage stage,
      RenderedConfig config,
      RoleSecret roles,
      WorkerImage image) {
    this.pipeline = pipeline;
    this.stage = stage;
    this.config = config;
    this.secrets = new SecretFiles(pipeline.access(), stage);
    this.roles = roles;
    this.image = image;
  }

  Deployment object(ObjectMetadata names) {
    return new DeploymentBuilder()
        .withMetadata(names.of(stage))
        .withNewSpec()
        .withReplicas(replicas())
        .withMinReadySeconds((int) SETTLING.toSeconds())
        .withPaused(stage.rollout() == PipelineStage.Rollout.HALTED ? true : null)
        .withRevisionHistoryLimit(KEPT_REVISIONS)
        .withNewSelector()
        .withMatchLabels(new TreeMap<>(stage.selector()))
        .endSelector()
        .withNewStrategy()
        .withType("RollingUpdate")
        .withNewRollingUpdate()
        .withMaxSurge(new IntOrString(0))
        .withMaxUnavailable(new IntOrString(1))
        .endRollingUpdate()
        .endStrategy()
        .withTemplate(pod(names))
        .endSpec()
        .build();
  }

  /** Null, and so not applied, when others decide. */
  private Integer replicas() {
    if (pipeline.suspend()) {
      return 0;
    }
    var wanted = stage.workers().wanted();
    return wanted.isPresent() ? stage.podsFor(wanted.getAsInt()) : null;
  }

  private PodTemplateSpec pod(ObjectMetadata names) {
    var labels = new TreeMap<>(stage.template().labels());
    labels.putAll(ObjectMetadata.labels(stage.selector()));
    var annotations = new TreeMap<>(stage.template().annotations());
    annotations.put(CONFIG_HASH, config.hash());
    if (!stage.secretsHash().isEmpty()) {
      annotations.put(SECRETS_HASH, stage.secretsHash());
    }
    return new PodTemplateSpecBuilder()
        .withNewMetadata()
        .withLabels(labels)
        .withAnnotations(annotations)
        .endMetadata()
        .withSpec(podSpec(names))
        .build();
  }

  private PodSpec podSpec(ObjectMetadata names) {
    var template = stage.template();
    return new PodSpecBuilder()
        .withServiceAccountName(names.serviceAccountName())
        .withAutomountServiceAccountToken(false)
        .withEnableServiceLinks(false)
        .withTerminationGracePeriodSeconds(gracePeriod(pipeline.timeouts()).toSeconds())
        .withImagePullSecrets(pullSecrets(template))
        .withSecurityContext(SecurityContexts.ofPod(template.podSecurityContext()))
        .withNodeSelector(nullIfEmpty(template))
        .withTolerations(template.tolerations())
        .withAffinity(template.affinity())
        .withTopologySpreadConstraints(template.topologySpreadConstraints())
        .withPriorityClassName(template.priorityClassName())
        .withSchedulerName(template.schedulerName())
        .withRuntimeClassName(template.runtimeClassName())
        .withContainers(containers(template))
        .withVolumes(volumes(template))
        .build();
  }

  private List<Container> containers(PodTemplate template) {
    var worker = new WorkerContainer(stage, secrets, roles, image).object();
    return template.sidecar() == null
        ? List.of(worker)
        : List.of(worker, new SidecarContainer(stage).object());
  }

  private static TreeMap<String, String> nullIfEmpty(PodTemplate template) {
    return template.nodeSelector().isEmpty() ? null : new TreeMap<>(template.nodeSelector());
  }

  /**
   * From SIGTERM to SIGKILL: finishing what is in work, the last transactional call, closing, and
   * some slack. A worker that is killed sooner leaves an open transaction behind.
   */
  static Duration gracePeriod(Timeouts timeouts) {
    var exact = timeouts.shutdown().plus(timeouts.transactionApi()).plus(CLOSE).plus(SLACK);
    return exact.toMillisPart() == 0 ? exact : Duration.ofSeconds(exact.toSeconds() + 1);
  }

  private List<LocalObjectReference> pullSecrets(PodTemplate template) {
    return template.imagePullSecrets().isEmpty()
        ? image.pullSecrets().stream().map(LocalObjectReference::new).toList()
        : template.imagePullSecrets();
  }

  private List<Volume> volumes(PodTemplate template) {
    var volumes = new ArrayList<Volume>();
    volumes.add(
        new VolumeBuilder()
            .withName(PodNames.CONFIG_VOLUME)
            .withNewConfigMap()
            .withName(stage.objectName())
            .endConfigMap()
            .build());
    volumes.addAll(secrets.volumes());
    volumes.addAll(roles.volumes(stage));
    volumes.add(emptyDir(PodNames.STATE_VOLUME));
    volumes.add(emptyDir(PodNames.TEMPORARY_VOLUME));
    if (template.sidecar() != null) {
      volumes.add(emptyDir(PodNames.SIDECAR_VOLUME));
    }
    volumes.addAll(template.volumes());
    return volumes;
  }

  private static Volume emptyDir(String name) {
    return new VolumeBuilder().withName(name).withNewEmptyDir().endEmptyDir().build();
  }
}
