package io.hamstring.operator.reconcile;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.hamstring.api.v1alpha1.HamstringPipeline;
import io.hamstring.operator.telemetry.PipelineKey;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.ResourceEventAware;
import io.javaoperatorsdk.operator.processing.event.source.inbound.SimpleInboundEventSource;
import java.util.function.Consumer;

/** Wakes the reconciler for a pipeline of which there is news, and tells when one is gone. */
final class SweepEvents extends SimpleInboundEventSource<HamstringPipeline>
    implements ResourceEventAware<HamstringPipeline> {

  private final Consumer<PipelineKey> whenGone;

  SweepEvents(Consumer<PipelineKey> whenGone) {
    super("sweeps");
    this.whenGone = whenGone;
  }

  void news(PipelineKey pipeline) {
    propagateEvent(new ResourceID(pipeline.name(), pipeline.namespace()));
  }

  @Override
  public void onResourceDeleted(HamstringPipeline pipeline) {
    whenGone.accept(keyOf(pipeline));
  }

  static PipelineKey keyOf(HasMetadata pipeline) {
    return new PipelineKey(pipeline.getMetadata().getNamespace(), pipeline.getMetadata().getName());
  }
}
