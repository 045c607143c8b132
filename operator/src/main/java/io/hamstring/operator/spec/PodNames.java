package io.hamstring.operator.spec;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hamstring.contract.names.WorkerPod;
import java.util.Map;
import java.util.Set;

/** Names in a worker's pod that are the operator's own. */
public final class PodNames {

  /** The volume with the configuration. */
  public static final String CONFIG_VOLUME = "config";

  /** The volume that outlives the container. */
  public static final String STATE_VOLUME = "state";

  /** The volume with certificates, keys and passwords. */
  public static final String SECRETS_VOLUME = "kafka-secrets";

  /** The volume with the token of whoever tells the worker its role. */
  public static final String ROLE_VOLUME = "role-token";

  /** The volume for passing files. */
  public static final String TEMPORARY_VOLUME = "tmp";

  /** The same for the container that does the stage's work beside the worker. */
  public static final String SIDECAR_VOLUME = "sidecar-tmp";

  /** Where those two are mounted. */
  public static final String TEMPORARY_PATH = "/tmp";

  /** Annotation of pod and template: hash of the template, so that new pods are told from old. */
  public static final String TEMPLATE = "hamstring.io/template";

  /** Label: what runs in the pod. */
  public static final String NAME = "app.kubernetes.io/name";

  /** Label: the pipeline. */
  public static final String INSTANCE = "app.kubernetes.io/instance";

  /** Label: the stage. */
  public static final String COMPONENT = "app.kubernetes.io/component";

  /** Label: who made the object. */
  public static final String MANAGED_BY = "app.kubernetes.io/managed-by";

  /** The value of {@link #NAME}. */
  public static final String WORKER = "hamstring-worker";

  /** The value of {@link #MANAGED_BY}. */
  public static final String OPERATOR = "hamstring-operator";

  static final Set<String> LABELS = Set.of(NAME, INSTANCE, COMPONENT, MANAGED_BY);
  static final Set<String> VOLUMES =
      Set.of(
          CONFIG_VOLUME,
          SECRETS_VOLUME,
          ROLE_VOLUME,
          STATE_VOLUME,
          TEMPORARY_VOLUME,
          SIDECAR_VOLUME);
  static final Set<String> PATHS =
      Set.of(
          WorkerPod.CONFIG_DIR,
          WorkerPod.SECRETS_PATH,
          WorkerPod.ROLE_PATH,
          WorkerPod.STATE_PATH,
          TEMPORARY_PATH);
  static final Set<String> VARIABLES =
      Set.of(
          WorkerPod.CONFIG,
          WorkerPod.SECRETS_DIR,
          WorkerPod.ROLE_TOKEN_FILE,
          WorkerPod.STATE_DIR,
          WorkerPod.TERMINATION_LOG,
          WorkerPod.POD_NAME,
          WorkerPod.POD_NAMESPACE,
          WorkerPod.POD_IP,
          WorkerPod.HTTP_PORT);

  private PodNames() {}

  /** The template that an object's metadata names; empty when it names none. */
  public static String templateOf(ObjectMeta metadata) {
    return metadata == null || metadata.getAnnotations() == null
        ? ""
        : metadata.getAnnotations().getOrDefault(TEMPLATE, "");
  }

  /** The labels by which the pods of a stage are found. They never change. */
  static Map<String, String> selector(String pipelineLabel, String stage) {
    return Map.of(NAME, WORKER, INSTANCE, pipelineLabel, COMPONENT, stage);
  }
}
