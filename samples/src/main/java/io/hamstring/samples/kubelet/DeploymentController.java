package io.hamstring.samples.kubelet;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.zip.CRC32;

/** Leads the pods of each Deployment to its template, one replica set per template. */
record DeploymentController(KubernetesClient client, Instant now) {

  /** The label by which the pods of different templates are told apart. */
  static final String TEMPLATE_HASH = "pod-template-hash";

  /**
   * One step for one Deployment; {@code sets} and {@code pods} are all there are.
   *
   * @return whether the mere passing of time makes for another step: a pod is ready, and not yet
   *     for {@code minReadySeconds}
   */
  boolean reconcile(Deployment deployment, List<ReplicaSet> sets, List<Pod> pods) {
    var own = new ArrayList<>(Owned.of(deployment, sets));
    var hash = hash(deployment);
    var paused = Boolean.TRUE.equals(deployment.getSpec().getPaused());
    var current = withHash(own, hash);
    if (current.isEmpty() && (!paused || own.isEmpty())) {
      var created = client.resource(newSet(deployment, hash)).create();
      own.add(created);
      current = Optional.of(created);
    }
    var sizes = sizes(deployment, current, own, pods);
    var controller = new ReplicaSetController(client);
    for (var set : own) {
      var wanted = sizes.getOrDefault(set.getMetadata().getName(), set.getSpec().getReplicas());
      var resized = wanted.equals(set.getSpec().getReplicas()) ? set : resize(set, wanted);
      controller.reconcile(resized, wanted, pods);
    }
    removeOld(own, hash, pods);
    new DeploymentStatusWriter(client).write(deployment, hash, own, pods);
    var since = availableSince(deployment);
    return own.stream()
        .anyMatch(
            set ->
                ReplicaSetController.available(set, pods, since)
                    < ReplicaSetController.ready(set, pods));
  }

  private Instant availableSince(Deployment deployment) {
    return now.minusSeconds(
        Optional.ofNullable(deployment.getSpec().getMinReadySeconds()).orElse(0));
  }

  private Map<String, Integer> sizes(
      Deployment deployment, Optional<ReplicaSet> current, List<ReplicaSet> own, List<Pod> pods) {
    var old = new ArrayList<Rollout.Replicas>();
    for (var set : own) {
      if (current.filter(set::equals).isEmpty()) {
        old.add(replicas(set, pods, availableSince(deployment)));
      }
    }
    var newest = current.map(set -> replicas(set, pods, availableSince(deployment)));
    return newest
        .map(set -> RolloutLimits.of(deployment).next(set, old))
        // Paused before the new template had a set: only the number of pods follows the spec.
        .orElseGet(() -> RolloutLimits.of(deployment).next(old.get(0), old.subList(1, old.size())));
  }

  private static Rollout.Replicas replicas(ReplicaSet set, List<Pod> pods, Instant since) {
    return new Rollout.Replicas(
        set.getMetadata().getName(),
        set.getSpec().getReplicas(),
        ReplicaSetController.available(set, pods, since));
  }

  private static Optional<ReplicaSet> withHash(List<ReplicaSet> sets, String hash) {
    return sets.stream()
        .filter(set -> hash.equals(set.getMetadata().getLabels().get(TEMPLATE_HASH)))
        .findFirst();
  }

  private ReplicaSet resize(ReplicaSet set, int wanted) {
    return client
        .apps()
        .replicaSets()
        .inNamespace(set.getMetadata().getNamespace())
        .withName(set.getMetadata().getName())
        .edit(
            live -> new ReplicaSetBuilder(live).editSpec().withReplicas(wanted).endSpec().build());
  }

  private static ReplicaSet newSet(Deployment deployment, String hash) {
    var template = deployment.getSpec().getTemplate();
    var labels = new TreeMap<>(template.getMetadata().getLabels());
    labels.put(TEMPLATE_HASH, hash);
    var selector = new TreeMap<>(deployment.getSpec().getSelector().getMatchLabels());
    selector.put(TEMPLATE_HASH, hash);
    return new ReplicaSetBuilder()
        .withNewMetadata()
        .withName(deployment.getMetadata().getName() + "-" + hash)
        .withNamespace(deployment.getMetadata().getNamespace())
        .withLabels(labels)
        .withOwnerReferences(Owned.reference(deployment))
        .endMetadata()
        .withNewSpec()
        .withReplicas(0)
        .withNewSelector()
        .withMatchLabels(selector)
        .endSelector()
        .withNewTemplateLike(template)
        .editMetadata()
        .withLabels(labels)
        .endMetadata()
        .endTemplate()
        .endSpec()
        .build();
  }

  // Old templates are of no use here: nobody rolls back.
  private void removeOld(List<ReplicaSet> own, String hash, List<Pod> pods) {
    own.stream()
        .filter(set -> !hash.equals(set.getMetadata().getLabels().get(TEMPLATE_HASH)))
        .filter(set -> set.getSpec().getReplicas() == 0 && Owned.of(set, pods).isEmpty())
        .forEach(set -> client.resource(set).delete());
  }

  private static String hash(Deployment deployment) {
    var template = new CRC32();
    template.update(
        Serialization.asJson(deployment.getSpec().getTemplate()).getBytes(StandardCharsets.UTF_8));
    return Long.toString(template.getValue(), 36);
  }
}
