package io.hamstring.operator.desired;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.hamstring.operator.spec.Pipeline;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What Kubernetes is to hold for a pipeline. The same pipeline and image give the same objects. */
public final class Desired {

  private Desired() {}

  /**
   * The objects in the order in which they are applied: the ServiceAccount of the workers, then of
   * each stage the ConfigMap, the Deployment and the PodDisruptionBudget. Each holds only what the
   * operator owns.
   */
  public static List<HasMetadata> of(Pipeline pipeline, WorkerImage image) {
    return of(pipeline, image, Optional.empty());
  }

  /**
   * The same, with the Secret of its roles if a stage keeps standbys.
   *
   * @param key from which the token comes; without one nobody tells workers their roles
   */
  public static List<HasMetadata> of(Pipeline pipeline, WorkerImage image, Optional<RoleKey> key) {
    var roles = new RoleSecret(pipeline, key);
    var names = new ObjectMetadata(pipeline);
    var objects = new ArrayList<HasMetadata>();
    objects.add(names.serviceAccount());
    roles.object(names).ifPresent(objects::add);
    for (var stage : pipeline.stages()) {
      var config = RenderedConfig.of(stage.settings());
      objects.add(config.asConfigMap(names.of(stage)));
      objects.add(new WorkerDeployment(pipeline, stage, config, roles, image).object(names));
      objects.add(names.disruptionBudget(stage));
    }
    return List.copyOf(objects);
  }
}
