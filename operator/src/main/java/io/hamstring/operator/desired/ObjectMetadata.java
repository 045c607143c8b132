package io.hamstring.operator.desired;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import io.hamstring.api.v1alpha1.HamstringPipeline;
import io.hamstring.contract.names.ObjectNames;
import io.hamstring.operator.spec.Pipeline;
import io.hamstring.operator.spec.PipelineStage;
import io.hamstring.operator.spec.PodNames;
import java.util.Map;
import java.util.TreeMap;

/** Names, labels and owner of a pipeline's objects, and the objects that are little more. */
final class ObjectMetadata {

  /** The whole name of the pipeline, which may be too long for a label. */
  private static final String PIPELINE = "hamstring.io/pipeline";

  private final Pipeline pipeline;

  ObjectMetadata(Pipeline pipeline) {
    this.pipeline = pipeline;
  }

  /** Of the objects of a stage, all of which have one name. */
  ObjectMeta of(PipelineStage stage) {
    return metadata(stage.objectName(), stage.selector());
  }

  /** The workers' account. It has no rights and no token: workers never talk to Kubernetes. */
  ServiceAccount serviceAccount() {
    return new ServiceAccountBuilder()
        .withMetadata(ofPipeline(serviceAccountName()))
        .withAutomountServiceAccountToken(false)
        .build();
  }

  /** Of an object of that name that the workers of all stages share. */
  ObjectMeta ofPipeline(String name) {
    return metadata(
        name,
        Map.of(
            PodNames.NAME,
            PodNames.WORKER,
            PodNames.INSTANCE,
            ObjectNames.ofPipeline(pipeline.name())));
  }

  String serviceAccountName() {
    return ObjectNames.of(pipeline.name(), "workers");
  }

  /** One worker of a stage at a time is drained; one that is not ready never stands in the way. */
  PodDisruptionBudget disruptionBudget(PipelineStage stage) {
    return new PodDisruptionBudgetBuilder()
        .withMetadata(of(stage))
        .withNewSpec()
        .withNewMaxUnavailable(1)
        .withNewSelector()
        .withMatchLabels(new TreeMap<>(stage.selector()))
        .endSelector()
        .withUnhealthyPodEvictionPolicy("AlwaysAllow")
        .endSpec()
        .build();
  }

  /** The labels of an object or a pod: those by which it is found, and who made it. */
  static Map<String, String> labels(Map<String, String> selector) {
    var labels = new TreeMap<>(selector);
    labels.put(PodNames.MANAGED_BY, PodNames.OPERATOR);
    return labels;
  }

  private ObjectMeta metadata(String name, Map<String, String> selector) {
    return new ObjectMetaBuilder()
        .withNamespace(pipeline.namespace())
        .withName(name)
        .withLabels(labels(selector))
        .withAnnotations(Map.of(PIPELINE, pipeline.name()))
        .withOwnerReferences(owner())
        .build();
  }

  private OwnerReference owner() {
    return new OwnerReferenceBuilder()
        .withApiVersion(HasMetadata.getApiVersion(HamstringPipeline.class))
        .withKind(HasMetadata.getKind(HamstringPipeline.class))
        .withName(pipeline.name())
        .withUid(pipeline.uid())
        .withController(true)
        .withBlockOwnerDeletion(true)
        .build();
  }
}
