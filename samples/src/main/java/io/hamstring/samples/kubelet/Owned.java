package io.hamstring.samples.kubelet;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import java.util.List;

/** Who controls what. */
final class Owned {

  private Owned() {}

  static boolean isOwnedBy(HasMetadata object, HasMetadata owner) {
    return object.getMetadata().getOwnerReferences().stream()
        .anyMatch(reference -> reference.getUid().equals(owner.getMetadata().getUid()));
  }

  static <T extends HasMetadata> List<T> of(HasMetadata owner, List<T> objects) {
    return objects.stream().filter(object -> isOwnedBy(object, owner)).toList();
  }

  static OwnerReference reference(HasMetadata owner) {
    return new OwnerReferenceBuilder()
        .withApiVersion(owner.getApiVersion())
        .withKind(owner.getKind())
        .withName(owner.getMetadata().getName())
        .withUid(owner.getMetadata().getUid())
        .withController(true)
        .withBlockOwnerDeletion(true)
        .build();
  }

  static boolean isGoing(HasMetadata object) {
    return object.getMetadata().getDeletionTimestamp() != null;
  }
}
