package io.hamstring.operator.apply;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.hamstring.operator.spec.PodNames;
import java.util.Map;
import java.util.Optional;

/** Whose an object is that is already there. What is another's is never written. */
final class Ownership {

  private Ownership() {}

  /** Who has {@code actual} instead of the owner of {@code desired}; empty when it may be ours. */
  static Optional<String> foreign(HasMetadata actual, HasMetadata desired) {
    var controller = controller(actual.getMetadata());
    if (controller.isPresent()) {
      return controller
          .filter(
              owner ->
                  controller(desired.getMetadata())
                      .filter(ours -> ours.getUid().equals(owner.getUid()))
                      .isEmpty())
          .map(owner -> "it belongs to " + owner.getKind() + " " + owner.getName());
    }
    // One of ours whose pipeline was deleted without its objects may be adopted.
    return PodNames.OPERATOR.equals(labels(actual).get(PodNames.MANAGED_BY))
        ? Optional.empty()
        : Optional.of("it exists and was not made by this operator");
  }

  private static Map<String, String> labels(HasMetadata object) {
    return Optional.ofNullable(object.getMetadata().getLabels()).orElse(Map.of());
  }

  private static Optional<OwnerReference> controller(ObjectMeta metadata) {
    return metadata.getOwnerReferences().stream()
        .filter(owner -> Boolean.TRUE.equals(owner.getController()))
        .findFirst();
  }
}
