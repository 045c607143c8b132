package io.hamstring.operator.reconcile;

import io.fabric8.kubernetes.api.model.Pod;
import io.hamstring.api.v1alpha1.HamstringPipeline;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;

/** An informer of pods that also tells of each change as it comes. */
final class PodInformer extends InformerEventSource<Pod, HamstringPipeline> {

  private final PodListener listener;

  PodInformer(
      InformerEventSourceConfiguration<Pod> configuration,
      EventSourceContext<HamstringPipeline> context,
      PodListener listener) {
    super(configuration, context);
    this.listener = listener;
  }

  @Override
  public void onUpdate(Pod before, Pod now) {
    super.onUpdate(before, now);
    listener.changed(PodSights.of(before), PodSights.of(now));
  }

  @Override
  public void onDelete(Pod last, boolean isStale) {
    super.onDelete(last, isStale);
    listener.gone(PodSights.of(last));
  }
}
