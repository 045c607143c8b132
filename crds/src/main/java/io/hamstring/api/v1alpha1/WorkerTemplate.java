package io.hamstring.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.crd.generator.annotation.PreserveUnknownFields;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import java.util.Map;

/** Overrides of the worker pods; merged into what the operator makes. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public class WorkerTemplate {

  @JsonPropertyDescription(
      "Further labels of the pods. Those the operator sets stay as they " + "are.")
  @Size(max = 64)
  private Map<String, String> labels;

  @JsonPropertyDescription("Further annotations of the pods.")
  @Size(max = 64)
  private Map<String, String> annotations;

  @JsonPropertyDescription(
      "Image of the worker in place of the operator's default, for "
          + "instance one that holds your own classes.")
  @Size(min = 1, max = 1024)
  private String image;

  @JsonPropertyDescription("When the image is pulled.")
  private ImagePullPolicy imagePullPolicy;

  @JsonPropertyDescription(
      "Secrets for pulling images, as in the spec of a Pod: a list of " + "{name: …}.")
  @PreserveUnknownFields
  private JsonNode imagePullSecrets;

  @JsonPropertyDescription(
      "Requests and limits of the worker container, as in a container: "
          + "{requests: {cpu, memory}, limits: {…}}.")
  @PreserveUnknownFields
  private JsonNode resources;

  @JsonPropertyDescription(
      "Further environment variables of the worker container, as in a "
          + "container: a list of {name, value} or {name, valueFrom}. An entry "
          + "replaces the operator's of the same name, except those that name "
          + "the pod and its paths.")
  @PreserveUnknownFields
  private JsonNode env;

  @JsonPropertyDescription(
      "Further sources of environment variables of the worker container, " + "as in a container.")
  @PreserveUnknownFields
  private JsonNode envFrom;

  @JsonPropertyDescription("Labels that a node must have, as in the spec of a Pod.")
  @Size(max = 64)
  private Map<String, String> nodeSelector;

  @JsonPropertyDescription("Taints that the pods tolerate, as in the spec of a Pod: a list.")
  @PreserveUnknownFields
  private JsonNode tolerations;

  @JsonPropertyDescription("Rules of attraction and repulsion, as in the spec of a Pod.")
  @PreserveUnknownFields
  private JsonNode affinity;

  @JsonPropertyDescription(
      "How the pods spread over zones and nodes, as in the spec of a Pod: " + "a list.")
  @PreserveUnknownFields
  private JsonNode topologySpreadConstraints;

  @JsonPropertyDescription("Priority class of the pods.")
  @Pattern(Syntax.OBJECT_NAME)
  @Size(min = 1, max = 253)
  private String priorityClassName;

  @JsonPropertyDescription("Scheduler of the pods.")
  @Size(min = 1, max = 253)
  private String schedulerName;

  @JsonPropertyDescription("Runtime class of the pods.")
  @Pattern(Syntax.OBJECT_NAME)
  @Size(min = 1, max = 253)
  private String runtimeClassName;

  @JsonPropertyDescription("Further volumes, as in the spec of a Pod: a list.")
  @PreserveUnknownFields
  private JsonNode volumes;

  @JsonPropertyDescription("Further mounts of the worker container, as in a container: a list.")
  @PreserveUnknownFields
  private JsonNode volumeMounts;

  @JsonPropertyDescription("Security context of the pods; its fields win over the operator's.")
  @PreserveUnknownFields
  private JsonNode podSecurityContext;

  @JsonPropertyDescription(
      "Security context of the worker container; its fields win over the " + "operator's.")
  @PreserveUnknownFields
  private JsonNode securityContext;

  public Map<String, String> getLabels() {
    return labels;
  }

  public void setLabels(Map<String, String> labels) {
    this.labels = labels;
  }

  public Map<String, String> getAnnotations() {
    return annotations;
  }

  public void setAnnotations(Map<String, String> annotations) {
    this.annotations = annotations;
  }

  public String getImage() {
    return image;
  }

  public void setImage(String image) {
    this.image = image;
  }

  public ImagePullPolicy getImagePullPolicy() {
    return imagePullPolicy;
  }

  public void setImagePullPolicy(ImagePullPolicy imagePullPolicy) {
    this.imagePullPolicy = imagePullPolicy;
  }

  public JsonNode getImagePullSecrets() {
    return imagePullSecrets;
  }

  public void setImagePullSecrets(JsonNode imagePullSecrets) {
    this.imagePullSecrets = imagePullSecrets;
  }

  public JsonNode getResources() {
    return resources;
  }

  public void setResources(JsonNode resources) {
    this.resources = resources;
  }

  public JsonNode getEnv() {
    return env;
  }

  public void setEnv(JsonNode env) {
    this.env = env;
  }

  public JsonNode getEnvFrom() {
    return envFrom;
  }

  public void setEnvFrom(JsonNode envFrom) {
    this.envFrom = envFrom;
  }

  public Map<String, String> getNodeSelector() {
    return nodeSelector;
  }

  public void setNodeSelector(Map<String, String> nodeSelector) {
    this.nodeSelector = nodeSelector;
  }

  public JsonNode getTolerations() {
    return tolerations;
  }

  public void setTolerations(JsonNode tolerations) {
    this.tolerations = tolerations;
  }

  public JsonNode getAffinity() {
    return affinity;
  }

  public void setAffinity(JsonNode affinity) {
    this.affinity = affinity;
  }

  public JsonNode getTopologySpreadConstraints() {
    return topologySpreadConstraints;
  }

  public void setTopologySpreadConstraints(JsonNode topologySpreadConstraints) {
    this.topologySpreadConstraints = topologySpreadConstraints;
  }

  public String getPriorityClassName() {
    return priorityClassName;
  }

  public void setPriorityClassName(String priorityClassName) {
    this.priorityClassName = priorityClassName;
  }

  public String getSchedulerName() {
    return schedulerName;
  }

  public void setSchedulerName(String schedulerName) {
    this.schedulerName = schedulerName;
  }

  public String getRuntimeClassName() {
    return runtimeClassName;
  }

  public void setRuntimeClassName(String runtimeClassName) {
    this.runtimeClassName = runtimeClassName;
  }

  public JsonNode getVolumes() {
    return volumes;
  }

  public void setVolumes(JsonNode volumes) {
    this.volumes = volumes;
  }

  public JsonNode getVolumeMounts() {
    return volumeMounts;
  }

  public void setVolumeMounts(JsonNode volumeMounts) {
    this.volumeMounts = volumeMounts;
  }

  public JsonNode getPodSecurityContext() {
    return podSecurityContext;
  }

  public void setPodSecurityContext(JsonNode podSecurityContext) {
    this.podSecurityContext = podSecurityContext;
  }

  public JsonNode getSecurityContext() {
    return securityContext;
  }

  public void setSecurityContext(JsonNode securityContext) {
    this.securityContext = securityContext;
  }
}
