package io.hamstring.operator.desired;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.ProbeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import io.hamstring.contract.names.WorkerPod;
import io.hamstring.operator.spec.PipelineStage;
import io.hamstring.operator.spec.PodNames;
import io.hamstring.operator.spec.PodTemplate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/** The container in which a worker runs. */
final class WorkerContainer {

  private static final String LIVE = "/livez";
  private static final String READY = "/readyz";
  private static final Quantity MEMORY = new Quantity("384Mi");

  /**
   * Enough for a JVM with its heap at two thirds of it. The limit is where the JVM learns what it
   * has: without one its heap would grow to two thirds of the node.
   */
  private static final ResourceRequirements RESOURCES =
      new ResourceRequirementsBuilder()
          .addToRequests("cpu", new Quantity("100m"))
          .addToRequests("memory", MEMORY)
          .addToLimits("memory", MEMORY)
          .build();

  private final PodTemplate template;
  private final SecretFiles secrets;
  private final RoleSecret roles;
  private final PipelineStage stage;
  private final WorkerImage image;

  WorkerContainer(PipelineStage stage, SecretFiles secrets, RoleSecret roles, WorkerImage image) {
    this.stage = stage;
    this.template = stage.template();
    this.roles = roles;
    this.secrets = secrets;
    this.image = image;
  }

  Container object() {
    return new ContainerBuilder()
        .withName(WorkerPod.CONTAINER)
        .withImage(template.image() == null ? image.reference() : template.image())
        .withImagePullPolicy(
            template.imagePullPolicy() == null ? image.pullPolicy() : template.imagePullPolicy())
        .withEnv(environment())
        .withEnvFrom(template.envFrom())
        .addNewPort()
        .withName(WorkerPod.PORT_NAME)
        .withContainerPort(WorkerPod.PORT)
        .withProtocol("TCP")
        .endPort()
        .withResources(template.resources() == null ? RESOURCES : template.resources())
        .withSecurityContext(SecurityContexts.ofContainer(template.securityContext()))
        .withTerminationMessagePath(WorkerPod.TERMINATION_PATH)
        .withTerminationMessagePolicy("File")
        // Two minutes for a JVM on a busy node; after that the others apply.
        .withStartupProbe(probe(LIVE, 2, 60))
        // Live means that the loop ticked within 60 s, so one more look is enough to be sure.
        .withLivenessProbe(probe(LIVE, 10, 3))
        .withReadinessProbe(probe(READY, 5, 2))
        .withVolumeMounts(mounts())
        .build();
  }

  private static Probe probe(String path, int periodSeconds, int failures) {
    return new ProbeBuilder()
        .withNewHttpGet()
        .withPath(path)
        .withNewPort(WorkerPod.PORT_NAME)
        .endHttpGet()
        .withPeriodSeconds(periodSeconds)
        .withTimeoutSeconds(5)
        .withFailureThreshold(failures)
        .build();
  }

  private List<EnvVar> environment() {
    var variables = new LinkedHashMap<String, EnvVar>();
    put(variables, value(WorkerPod.CONFIG, WorkerPod.CONFIG_DIR + "/" + WorkerPod.CONFIG_FILE));
    put(variables, value(WorkerPod.STATE_DIR, WorkerPod.STATE_PATH));
    put(variables, value(WorkerPod.TERMINATION_LOG, WorkerPod.TERMINATION_PATH));
    put(variables, value(WorkerPod.HTTP_PORT, String.valueOf(WorkerPod.PORT)));
    put(variables, field(WorkerPod.POD_NAME, "metadata.name"));
    put(variables, field(WorkerPod.POD_NAMESPACE, "metadata.namespace"));
    put(variables, field(WorkerPod.POD_IP, "status.podIP"));
    secrets.environment().forEach(variable -> put(variables, variable));
    roles.environment(stage).forEach(variable -> put(variables, variable));
    template.env().forEach(variable -> put(variables, variable));
    return new ArrayList<>(variables.values());
  }

  private static void put(LinkedHashMap<String, EnvVar> variables, EnvVar variable) {
    variables.put(variable.getName(), variable);
  }

  private static EnvVar value(String name, String value) {
    return new EnvVarBuilder().withName(name).withValue(value).build();
  }

  private static EnvVar field(String name, String path) {
    return new EnvVarBuilder()
        .withName(name)
        .withNewValueFrom()
        .withNewFieldRef()
        .withFieldPath(path)
        .endFieldRef()
        .endValueFrom()
        .build();
  }

  private List<VolumeMount> mounts() {
    var mounts = new ArrayList<VolumeMount>();
    mounts.add(
        new VolumeMountBuilder()
            .withName(PodNames.CONFIG_VOLUME)
            .withMountPath(WorkerPod.CONFIG_DIR)
            .withReadOnly(true)
            .build());
    mounts.addAll(secrets.mounts());
    mounts.addAll(roles.mounts(stage));
    mounts.add(mount(PodNames.STATE_VOLUME, WorkerPod.STATE_PATH));
    mounts.add(mount(PodNames.TEMPORARY_VOLUME, PodNames.TEMPORARY_PATH));
    mounts.addAll(template.volumeMounts());
    return mounts;
  }

  private static VolumeMount mount(String name, String path) {
    return new VolumeMountBuilder().withName(name).withMountPath(path).build();
  }
}
