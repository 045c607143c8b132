package io.hamstring.operator.desired;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.hamstring.contract.names.WorkerPod;
import io.hamstring.operator.spec.PipelineStage;
import io.hamstring.operator.spec.PodNames;
import java.util.Map;

/**
 * The container that does a stage's work beside the worker: the spec's own, with a name, the port
 * it is asked on, a folder it may write to, and no more rights than the worker has.
 */
final class SidecarContainer {

  private static final String NAME = "processor";

  private final PipelineStage stage;

  SidecarContainer(PipelineStage stage) {
    this.stage = stage;
  }

  Container object() {
    var given = stage.template().sidecar();
    var container =
        new ContainerBuilder(given)
            .withName(given.getName() == null ? NAME : given.getName())
            .addNewEnv()
            .withName(WorkerPod.SIDECAR_PORT_VARIABLE)
            .withValue(port())
            .endEnv()
            .withSecurityContext(SecurityContexts.ofContainer(given.getSecurityContext()));
    if (given.getVolumeMounts().stream()
        .map(VolumeMount::getMountPath)
        .noneMatch(PodNames.TEMPORARY_PATH::equals)) {
      container
          .addNewVolumeMount()
          .withName(PodNames.SIDECAR_VOLUME)
          .withMountPath(PodNames.TEMPORARY_PATH)
          .endVolumeMount();
    }
    return container.build();
  }

  /** Where the worker asks, as its own configuration says it. */
  private String port() {
    var port =
        stage.settings().stage().config().get("sidecar") instanceof Map<?, ?> sidecar
            ? sidecar.get("port")
            : null;
    return port == null ? String.valueOf(WorkerPod.SIDECAR_PORT) : port.toString();
  }
}
