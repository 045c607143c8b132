package io.hamstring.samples.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.StreamSupport;

/** The kinds that the API serves without being told. */
final class BuiltInTypes {

  static final ResourceType NAMESPACES =
      ResourceType.builtIn("v1", "namespaces", "Namespace", false, "ns")
          .with("status")
          .withColumns(text("Status", "/status/phase"));

  static final ResourceType PODS =
      ResourceType.builtIn("v1", "pods", "Pod", true, "po")
          .with("status", "log", "eviction")
          .withColumns(
              Column.of("Ready", "string", BuiltInTypes::readyContainers),
              Column.of("Status", "string", BuiltInTypes::podStatus),
              Column.of("Restarts", "integer", BuiltInTypes::restarts),
              text("IP", "/status/podIP"))
          .inCategoryAll();

  static final ResourceType DEFINITIONS =
      ResourceType.builtIn(
              "apiextensions.k8s.io/v1",
              "customresourcedefinitions",
              "CustomResourceDefinition",
              false,
              "crd",
              "crds")
          .with("status");

  private static final String RIGHTS = "rbac.authorization.k8s.io/v1";

  private BuiltInTypes() {}

  static List<ResourceType> all() {
    return List.of(
        NAMESPACES,
        PODS,
        DEFINITIONS,
        ResourceType.builtIn("v1", "configmaps", "ConfigMap", true, "cm")
            .withColumns(
                Column.of("Data", "integer", cm -> Integer.toString(cm.path("data").size()))),
        ResourceType.builtIn("v1", "secrets", "Secret", true)
            .withColumns(
                Column.of("Data", "integer", s -> Integer.toString(s.path("data").size()))),
        ResourceType.builtIn("v1", "services", "Service", true, "svc").with("status"),
        ResourceType.builtIn("v1", "serviceaccounts", "ServiceAccount", true, "sa"),
        ResourceType.builtIn("v1", "nodes", "Node", false, "no").with("status"),
        ResourceType.builtIn("v1", "events", "Event", true, "ev")
            .withColumns(
                text("Type", "/type"),
                text("Reason", "/reason"),
                Column.of("Object", "string", BuiltInTypes::involved),
                text("Message", "/message")),
        ResourceType.builtIn("apps/v1", "deployments", "Deployment", true, "deploy")
            .with("status", "scale")
            .withColumns(
                Column.of("Ready", "string", BuiltInTypes::readyReplicas),
                count("Up-to-date", "/status/updatedReplicas"),
                count("Available", "/status/availableReplicas"))
            .inCategoryAll(),
        ResourceType.builtIn("apps/v1", "replicasets", "ReplicaSet", true, "rs")
            .with("status", "scale")
            .withColumns(
                count("Desired", "/spec/replicas"),
                count("Current", "/status/replicas"),
                count("Ready", "/status/readyReplicas"))
            .inCategoryAll(),
        ResourceType.builtIn(
                "policy/v1", "poddisruptionbudgets", "PodDisruptionBudget", true, "pdb")
            .with("status"),
        ResourceType.builtIn(
            "networking.k8s.io/v1", "networkpolicies", "NetworkPolicy", true, "netpol"),
        // Kept, so that a chart can be installed; nobody's rights are checked.
        ResourceType.builtIn(RIGHTS, "clusterroles", "ClusterRole", false),
        ResourceType.builtIn(RIGHTS, "clusterrolebindings", "ClusterRoleBinding", false),
        ResourceType.builtIn(RIGHTS, "roles", "Role", true),
        ResourceType.builtIn(RIGHTS, "rolebindings", "RoleBinding", true),
        ResourceType.builtIn("coordination.k8s.io/v1", "leases", "Lease", true)
            .withColumns(text("Holder", "/spec/holderIdentity")));
  }

  private static Column text(String name, String pointer) {
    return Column.of(name, "string", object -> object.at(pointer).asText());
  }

  private static Column count(String name, String pointer) {
    return Column.of(name, "integer", object -> object.at(pointer).asText("0"));
  }

  private static String readyContainers(JsonNode pod) {
    return statuses(pod, status -> status.path("ready").asBoolean() ? 1 : 0)
        + "/"
        + pod.path("spec").path("containers").size();
  }

  private static String restarts(JsonNode pod) {
    return Integer.toString(statuses(pod, status -> status.path("restartCount").asInt()));
  }

  private static int statuses(JsonNode pod, Function<JsonNode, Integer> number) {
    var all = pod.path("status").path("containerStatuses");
    return StreamSupport.stream(all.spliterator(), false).mapToInt(number::apply).sum();
  }

  private static String podStatus(JsonNode pod) {
    if (pod.path("metadata").has("deletionTimestamp")) {
      return "Terminating";
    }
    for (var status : pod.path("status").path("containerStatuses")) {
      for (var state : status.path("state")) {
        if (state.has("reason")) {
          return state.path("reason").asText();
        }
      }
    }
    return pod.path("status").path("phase").asText("Pending");
  }

  private static String readyReplicas(JsonNode deployment) {
    return deployment.at("/status/readyReplicas").asInt()
        + "/"
        + deployment.at("/spec/replicas").asInt(1);
  }

  private static String involved(JsonNode event) {
    var object = event.path("involvedObject");
    return object.path("kind").asText().toLowerCase(Locale.ROOT)
        + "/"
        + object.path("name").asText();
  }
}
