package io.hamstring.operator.desired;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import io.hamstring.contract.names.WorkerPod;
import io.hamstring.operator.spec.Pipeline;
import io.hamstring.operator.spec.PipelineStage;
import io.hamstring.operator.spec.PodNames;
import java.util.List;
import java.util.Optional;

/** How workers that may be told their roles know who may tell them. */
record RoleSecret(Pipeline pipeline, Optional<RoleKey> key) {

  private static final int READABLE_BY_GROUP = 0440;

  Optional<Secret> object(ObjectMetadata names) {
    return pipeline.stages().stream().anyMatch(PipelineStage::keepsStandbys)
        ? key.map(known -> known.secret(pipeline, names.ofPipeline(known.secretName(pipeline))))
        : Optional.empty();
  }

  private boolean isFor(PipelineStage stage) {
    return stage.keepsStandbys() && key.isPresent();
  }

  /** A worker starts without it too; it joins by itself then. */
  List<Volume> volumes(PipelineStage stage) {
    return isFor(stage)
        ? List.of(
            new VolumeBuilder()
                .withName(PodNames.ROLE_VOLUME)
                .withNewSecret()
                .withSecretName(key.get().secretName(pipeline))
                .withDefaultMode(READABLE_BY_GROUP)
                .withOptional(true)
                .endSecret()
                .build())
        : List.of();
  }

  List<VolumeMount> mounts(PipelineStage stage) {
    return isFor(stage)
        ? List.of(
            new VolumeMountBuilder()
                .withName(PodNames.ROLE_VOLUME)
                .withMountPath(WorkerPod.ROLE_PATH)
                .withReadOnly(true)
                .build())
        : List.of();
  }

  /** Where the token is; not the token. */
  List<EnvVar> environment(PipelineStage stage) {
    return isFor(stage)
        ? List.of(
            new EnvVarBuilder()
                .withName(WorkerPod.ROLE_TOKEN_FILE)
                .withValue(WorkerPod.ROLE_PATH + "/" + WorkerPod.ROLE_TOKEN)
                .build())
        : List.of();
  }
}
