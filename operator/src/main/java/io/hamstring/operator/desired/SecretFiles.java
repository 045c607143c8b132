package io.hamstring.operator.desired;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.KeyToPath;
import io.fabric8.kubernetes.api.model.KeyToPathBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import io.fabric8.kubernetes.api.model.VolumeProjection;
import io.fabric8.kubernetes.api.model.VolumeProjectionBuilder;
import io.hamstring.contract.names.WorkerPod;
import io.hamstring.operator.spec.KafkaAccess;
import io.hamstring.operator.spec.PipelineStage;
import io.hamstring.operator.spec.PodNames;
import io.hamstring.operator.spec.SecretKey;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a worker's pod holds so that the worker can prove who it is: of each Secret only the keys
 * that the spec names, as files that only its own group reads.
 */
record SecretFiles(KafkaAccess access, PipelineStage stage) {

  private static final int READABLE_BY_GROUP = 0440;

  private boolean areNone() {
    return files().isEmpty();
  }

  private SortedMap<String, SecretKey> files() {
    var files = new TreeMap<>(access.workers().files());
    files.putAll(stage.secretFiles());
    return files;
  }

  List<Volume> volumes() {
    return areNone()
        ? List.of()
        : List.of(
            new VolumeBuilder()
                .withName(PodNames.SECRETS_VOLUME)
                .withNewProjected()
                .withDefaultMode(READABLE_BY_GROUP)
                .withSources(sources())
                .endProjected()
                .build());
  }

  private List<VolumeProjection> sources() {
    var bySecret = new TreeMap<String, List<KeyToPath>>();
    files()
        .forEach(
            (file, key) ->
                bySecret
                    .computeIfAbsent(key.secret(), same -> new ArrayList<>())
                    .add(new KeyToPathBuilder().withKey(key.key()).withPath(file).build()));
    return bySecret.entrySet().stream()
        .map(
            entry ->
                new VolumeProjectionBuilder()
                    .withNewSecret()
                    .withName(entry.getKey())
                    .withItems(entry.getValue())
                    .endSecret()
                    .build())
        .toList();
  }

  List<VolumeMount> mounts() {
    return areNone()
        ? List.of()
        : List.of(
            new VolumeMountBuilder()
                .withName(PodNames.SECRETS_VOLUME)
                .withMountPath(WorkerPod.SECRETS_PATH)
                .withReadOnly(true)
                .build());
  }

  /** Where the files are, and which rack the pod stands in; nothing that is secret. */
  List<EnvVar> environment() {
    var variables = new ArrayList<EnvVar>();
    if (!areNone()) {
      variables.add(
          new EnvVarBuilder()
              .withName(WorkerPod.SECRETS_DIR)
              .withValue(WorkerPod.SECRETS_PATH)
              .build());
    }
    if (access.rack() != null) {
      variables.add(
          new EnvVarBuilder()
              .withName(WorkerPod.CLIENT_RACK)
              .withNewValueFrom()
              .withNewFieldRef()
              .withFieldPath("metadata.labels['" + access.rack() + "']")
              .endFieldRef()
              .endValueFrom()
              .build());
    }
    return variables;
  }
}
