package io.hamstring.samples.kubelet;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetBuilder;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetStatus;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetStatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Keeps the pods of each replica set at the wanted number. */
record ReplicaSetController(KubernetesClient client) {

  private static final String DELETION_COST = "controller.kubernetes.io/pod-deletion-cost";

  /** Creates or deletes what differs; {@code pods} are all there are. */
  void reconcile(ReplicaSet set, int wanted, List<Pod> pods) {
    var active = active(set, pods);
    for (var missing = active.size(); missing < wanted; missing++) {
      client.resource(newPod(set)).create();
    }
    active.stream()
        .sorted(dispensableFirst())
        .limit(Math.max(0, active.size() - wanted))
        .forEach(pod -> client.resource(pod).delete());
    writeStatus(set, active);
  }

  static List<Pod> active(ReplicaSet set, List<Pod> pods) {
    return Owned.of(set, pods).stream()
        .filter(pod -> !Owned.isGoing(pod))
        .filter(pod -> !List.of("Failed", "Succeeded").contains(pod.getStatus().getPhase()))
        .toList();
  }

  static int ready(ReplicaSet set, List<Pod> pods) {
    return (int) active(set, pods).stream().filter(ReplicaSetController::isReady).count();
  }

  /** Pods that have been ready since {@code since}, so that a rollout may count on them. */
  static int available(ReplicaSet set, List<Pod> pods, Instant since) {
    return (int)
        active(set, pods).stream()
            .filter(pod -> readySince(pod).filter(ready -> !ready.isAfter(since)).isPresent())
            .count();
  }

  private static Optional<Instant> readySince(Pod pod) {
    return pod.getStatus().getConditions().stream()
        .filter(c -> c.getType().equals("Ready") && c.getStatus().equals("True"))
        .map(c -> Instant.parse(c.getLastTransitionTime()))
        .findFirst();
  }

  private static boolean isReady(Pod pod) {
    return pod.getStatus().getConditions().stream()
        .anyMatch(c -> c.getType().equals("Ready") && c.getStatus().equals("True"));
  }

  private static Comparator<Pod> dispensableFirst() {
    return Comparator.comparing(ReplicaSetController::isReady)
        .thenComparing(ReplicaSetController::deletionCost)
        .thenComparing(
            (Pod pod) -> pod.getMetadata().getCreationTimestamp(), Comparator.reverseOrder())
        .thenComparing(pod -> pod.getMetadata().getName());
  }

  private static int deletionCost(Pod pod) {
    return Optional.ofNullable(pod.getMetadata().getAnnotations())
        .map(annotations -> annotations.get(DELETION_COST))
        .filter(cost -> cost.matches("-?\\d{1,9}"))
        .map(Integer::parseInt)
        .orElse(0);
  }

  private static Pod newPod(ReplicaSet set) {
    var template = set.getSpec().getTemplate();
    return new PodBuilder()
        .withNewMetadata()
        .withGenerateName(shortened(set.getMetadata().getName()) + "-")
        .withNamespace(set.getMetadata().getNamespace())
        .withLabels(template.getMetadata().getLabels())
        .withAnnotations(
            Optional.ofNullable(template.getMetadata().getAnnotations()).orElse(Map.of()))
        .withOwnerReferences(Owned.reference(set))
        .endMetadata()
        .withNewSpecLike(template.getSpec())
        .withNodeName(LocalNode.NAME)
        .endSpec()
        .build();
  }

  // Kubernetes cuts generated names so that the whole fits 63 characters.
  private static String shortened(String name) {
    return name.substring(0, Math.min(57, name.length()));
  }

  private void writeStatus(ReplicaSet set, List<Pod> active) {
    var ready = (int) active.stream().filter(ReplicaSetController::isReady).count();
    var status =
        new ReplicaSetStatusBuilder()
            .withReplicas(active.size())
            .withReadyReplicas(ready)
            .withAvailableReplicas(ready)
            .withObservedGeneration(set.getMetadata().getGeneration())
            .build();
    var known = Optional.ofNullable(set.getStatus()).orElseGet(ReplicaSetStatus::new);
    if (!status.equals(known)) {
      client
          .apps()
          .replicaSets()
          .inNamespace(set.getMetadata().getNamespace())
          .withName(set.getMetadata().getName())
          .editStatus(live -> new ReplicaSetBuilder(live).withStatus(status).build());
    }
  }
}
