package io.hamstring.operator.desired;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.hamstring.operator.spec.Pipeline;
import java.util.ArrayList;
import java.util.List;

/** What Kubernetes is to hold for a pipeline. The same pipeline and image give the same objects. */
public final class Desired {

  private Desired() {}

  /**
   * The objects in the order in which they are applied: the ServiceAccount of the workers, then of
   * each stage the ConfigMap, the Deployment and the PodDisruptionBudget. Each holds only what the
   * operator owns.
   */
  public static List<HasMetadata> of(Pipeline pipeline, WorkerImage image) {
    var names = new ObjectMetadata(pipeline);
    var objects = new ArrayList<HasMetadata>();
    objects.add(names.serviceAccount());
    for (var stage : pipeline.stages()) {
      var config = RenderedConfig.of(stage.settings());
      objects.add(config.asConfigMap(names.of(stage)));
      objects.add(new WorkerDeployment(pipeline, stage, config, image).object(names));
      objects.add(names.disruptionBudget(stage));
    }
    return List.copyOf(objects);
  }
}
