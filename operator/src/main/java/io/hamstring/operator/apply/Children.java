package io.hamstring.operator.apply;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.hamstring.api.v1alpha1.HamstringPipeline;
import io.hamstring.operator.spec.PodNames;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What the operator made for pipelines, as the cluster has it now: one informer per kind. A change
 * by somebody else makes its pipeline reconcile, a change of our own does not.
 */
public final class Children {

  private final Map<Class<? extends HasMetadata>, Informer<?>> informers = new LinkedHashMap<>();

  /** Informers for everything a pipeline may own. */
  public Children(EventSourceContext<HamstringPipeline> context) {
    add(ConfigMap.class, context);
    add(Deployment.class, context);
    add(PodDisruptionBudget.class, context);
    add(ServiceAccount.class, context);
  }

  private <R extends HasMetadata> void add(
      Class<R> kind, EventSourceContext<HamstringPipeline> context) {
    informers.put(kind, Informer.of(kind, context));
  }

  /** What has to be started with the controller. */
  public List<EventSource<?, HamstringPipeline>> eventSources() {
    var sources = new ArrayList<EventSource<?, HamstringPipeline>>();
    informers.values().forEach(informer -> sources.add(informer.source));
    return sources;
  }

  /** The object of that kind, namespace and name. */
  public <R extends HasMetadata> Optional<R> find(Class<R> kind, String namespace, String name) {
    return informer(kind).source.get(new ResourceID(name, namespace)).map(kind::cast);
  }

  /** Everything that a pipeline owns. */
  List<HasMetadata> ownedBy(HamstringPipeline owner) {
    var owned = new ArrayList<HasMetadata>();
    for (var informer : informers.values()) {
      informer.source.getSecondaryResources(owner).stream()
          .filter(
              child ->
                  child.getMetadata().getOwnerReferences().stream()
                      .anyMatch(ref -> ref.getUid().equals(owner.getMetadata().getUid())))
          .forEach(owned::add);
    }
    return owned;
  }

  /** Whether objects of this kind are seen. */
  boolean covers(Class<? extends HasMetadata> kind) {
    return informers.containsKey(kind);
  }

  /** Makes our own write visible before the watch tells of it. */
  <R extends HasMetadata> void wrote(Class<R> kind, R written, Optional<R> before) {
    informer(kind).wrote(written, before);
  }

  @SuppressWarnings("unchecked")
  private <R extends HasMetadata> Informer<R> informer(Class<R> kind) {
    return (Informer<R>) informers.get(kind);
  }

  private record Informer<R extends HasMetadata>(InformerEventSource<R, HamstringPipeline> source) {

    static <R extends HasMetadata> Informer<R> of(
        Class<R> kind, EventSourceContext<HamstringPipeline> context) {
      return new Informer<>(
          new InformerEventSource<>(
              InformerEventSourceConfiguration.from(kind, HamstringPipeline.class)
                  .withName("children-" + kind.getSimpleName().toLowerCase(Locale.ROOT))
                  .withNamespacesInheritedFromController()
                  .withLabelSelector(PodNames.MANAGED_BY + "=" + PodNames.OPERATOR)
                  .build(),
              context));
    }

    void wrote(R written, Optional<R> before) {
      var id = ResourceID.fromResource(written);
      if (before.isEmpty()) {
        source.handleRecentResourceCreate(id, written);
      } else if (!before
          .get()
          .getMetadata()
          .getResourceVersion()
          .equals(written.getMetadata().getResourceVersion())) {
        source.handleRecentResourceUpdate(id, written, before.get());
      }
    }
  }
}
