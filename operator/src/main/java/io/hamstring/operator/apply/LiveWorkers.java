package io.hamstring.operator.apply;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.hamstring.operator.spec.Operations;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What of a live Deployment stays though nothing desired says it: for which request its workers
 * were last restarted, and how many there are when that is not the operator's to say.
 */
final class LiveWorkers {

  /**
   * Annotation: how many workers ran when the operator set them to none. Whoever scales cannot know
   * it afterwards.
   */
  static final String BEFORE_NONE = "hamstring.io/replicas-before-none";

  private LiveWorkers() {}

  /** Adds to {@code desired} what stays of {@code actual}. */
  static void keep(HasMetadata actual, HasMetadata desired) {
    if (actual instanceof Deployment live && desired instanceof Deployment wanted) {
      keepRestart(live, wanted);
      keepCount(live, wanted);
    }
  }

  private static void keepRestart(Deployment live, Deployment wanted) {
    var restarted = templateAnnotations(live).get(Operations.RESTARTED);
    if (restarted != null && !templateAnnotations(wanted).containsKey(Operations.RESTARTED)) {
      var annotations = new HashMap<>(templateAnnotations(wanted));
      annotations.put(Operations.RESTARTED, restarted);
      wanted.getSpec().getTemplate().getMetadata().setAnnotations(annotations);
    }
  }

  private static void keepCount(Deployment live, Deployment wanted) {
    if (!Integer.valueOf(0).equals(wanted.getSpec().getReplicas())) {
      return;
    }
    var running = live.getSpec().getReplicas();
    var before =
        running != null && running > 0
            ? String.valueOf(running)
            : annotations(live).get(BEFORE_NONE);
    if (before != null) {
      var annotations = new HashMap<>(annotations(wanted));
      annotations.put(BEFORE_NONE, before);
      wanted.getMetadata().setAnnotations(annotations);
    }
  }

  /**
   * What somebody else must own before the operator lets go of {@code replicas}; a field without
   * owner would fall back to 1. Empty when there is nothing to hand over.
   */
  static Optional<Deployment> handover(HasMetadata actual, HasMetadata desired) {
    if (!(actual instanceof Deployment live)
        || !(desired instanceof Deployment wanted)
        || wanted.getSpec().getReplicas() != null
        || live.getSpec().getReplicas() == null) {
      return Optional.empty();
    }
    return Optional.of(
        new DeploymentBuilder()
            .withNewMetadata()
            .withNamespace(live.getMetadata().getNamespace())
            .withName(live.getMetadata().getName())
            .endMetadata()
            .withNewSpec()
            .withReplicas(resumed(live))
            .endSpec()
            .build());
  }

  /** Whether {@code field} says what is there; if not, it ends the operator's own zero. */
  static boolean isAsLive(Deployment field, HasMetadata live) {
    return live instanceof Deployment deployment
        && field.getSpec().getReplicas().equals(deployment.getSpec().getReplicas());
  }

  private static int resumed(Deployment live) {
    var before = annotations(live).get(BEFORE_NONE);
    return live.getSpec().getReplicas() == 0 && before != null && before.matches("[0-9]{1,6}")
        ? Integer.parseInt(before)
        : live.getSpec().getReplicas();
  }

  private static Map<String, String> annotations(Deployment deployment) {
    return Optional.ofNullable(deployment.getMetadata().getAnnotations()).orElse(Map.of());
  }

  private static Map<String, String> templateAnnotations(Deployment deployment) {
    return Optional.ofNullable(deployment.getSpec().getTemplate())
        .map(template -> template.getMetadata())
        .map(metadata -> metadata.getAnnotations())
        .orElse(Map.of());
  }
}
