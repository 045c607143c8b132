package io.hamstring.operator.spec;

import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvFromSource;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.PodSecurityContext;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraint;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.util.List;
import java.util.Map;

/**
 * What a spec overrides of worker pods. A single value that is null, and a list or map that is
 * empty, override nothing.
 *
 * @param sidecar the container that does the stage's work beside the worker; null when there is
 *     none
 */
public record PodTemplate(
    Map<String, String> labels,
    Map<String, String> annotations,
    String image,
    String imagePullPolicy,
    List<LocalObjectReference> imagePullSecrets,
    ResourceRequirements resources,
    List<EnvVar> env,
    List<EnvFromSource> envFrom,
    Map<String, String> nodeSelector,
    List<Toleration> tolerations,
    Affinity affinity,
    List<TopologySpreadConstraint> topologySpreadConstraints,
    String priorityClassName,
    String schedulerName,
    String runtimeClassName,
    List<Volume> volumes,
    List<VolumeMount> volumeMounts,
    PodSecurityContext podSecurityContext,
    SecurityContext securityContext,
    Container sidecar) {

  public PodTemplate {
    labels = Map.copyOf(labels);
    annotations = Map.copyOf(annotations);
    imagePullSecrets = List.copyOf(imagePullSecrets);
    env = List.copyOf(env);
    envFrom = List.copyOf(envFrom);
    nodeSelector = Map.copyOf(nodeSelector);
    tolerations = List.copyOf(tolerations);
    topologySpreadConstraints = List.copyOf(topologySpreadConstraints);
    volumes = List.copyOf(volumes);
    volumeMounts = List.copyOf(volumeMounts);
  }

  PodTemplate withAnnotations(Map<String, String> others) {
    return new PodTemplate(
        labels,
        others,
        image,
        imagePullPolicy,
        imagePullSecrets,
        resources,
        env,
        envFrom,
        nodeSelector,
        tolerations,
        affinity,
        topologySpreadConstraints,
        priorityClassName,
        schedulerName,
        runtimeClassName,
        volumes,
        volumeMounts,
        podSecurityContext,
        securityContext,
        sidecar);
  }
}
