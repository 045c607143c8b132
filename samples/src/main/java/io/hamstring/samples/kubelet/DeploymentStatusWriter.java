package io.hamstring.samples.kubelet;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.apps.DeploymentCondition;
import io.fabric8.kubernetes.api.model.apps.DeploymentConditionBuilder;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatus;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatusBuilder;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/** Tells the API how far a Deployment is. */
record DeploymentStatusWriter(KubernetesClient client) {

  void write(Deployment deployment, String hash, List<ReplicaSet> sets, List<Pod> pods) {
    var known = Optional.ofNullable(deployment.getStatus()).orElseGet(DeploymentStatus::new);
    var status = status(deployment, hash, sets, pods, known);
    if (!status.equals(known)) {
      client
          .apps()
          .deployments()
          .inNamespace(deployment.getMetadata().getNamespace())
          .withName(deployment.getMetadata().getName())
          .editStatus(live -> new DeploymentBuilder(live).withStatus(status).build());
    }
  }

  private static DeploymentStatus status(
      Deployment deployment,
      String hash,
      List<ReplicaSet> sets,
      List<Pod> pods,
      DeploymentStatus known) {
    var wanted = Optional.ofNullable(deployment.getSpec().getReplicas()).orElse(1);
    var total = sets.stream().mapToInt(s -> ReplicaSetController.active(s, pods).size()).sum();
    var ready = sets.stream().mapToInt(s -> ReplicaSetController.ready(s, pods)).sum();
    var updated =
        sets.stream()
            .filter(
                s ->
                    hash.equals(
                        s.getMetadata().getLabels().get(DeploymentController.TEMPLATE_HASH)))
            .mapToInt(s -> ReplicaSetController.active(s, pods).size())
            .sum();
    var rollout = RolloutLimits.of(deployment);
    var available = ready >= wanted - rollout.maxUnavailable();
    var complete = updated == wanted && total == wanted && ready == wanted;
    return new DeploymentStatusBuilder()
        .withObservedGeneration(deployment.getMetadata().getGeneration())
        .withReplicas(total)
        .withUpdatedReplicas(updated)
        .withReadyReplicas(ready)
        .withAvailableReplicas(ready)
        .withUnavailableReplicas(wanted > ready ? wanted - ready : null)
        .withConditions(
            condition(
                known,
                "Available",
                available,
                available ? "MinimumReplicasAvailable" : "MinimumReplicasUnavailable"),
            condition(
                known,
                "Progressing",
                true,
                complete ? "NewReplicaSetAvailable" : "ReplicaSetUpdated"))
        .build();
  }

  private static DeploymentCondition condition(
      DeploymentStatus known, String type, boolean holds, String reason) {
    var status = holds ? "True" : "False";
    var same =
        known.getConditions().stream()
            .filter(old -> old.getType().equals(type) && old.getStatus().equals(status))
            .findFirst();
    var now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    return new DeploymentConditionBuilder()
        .withType(type)
        .withStatus(status)
        .withReason(reason)
        .withLastTransitionTime(same.map(DeploymentCondition::getLastTransitionTime).orElse(now))
        .withLastUpdateTime(
            same.filter(old -> reason.equals(old.getReason()))
                .map(DeploymentCondition::getLastUpdateTime)
                .orElse(now))
        .build();
  }
}
