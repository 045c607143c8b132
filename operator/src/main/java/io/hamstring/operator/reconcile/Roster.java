package io.hamstring.operator.reconcile;

import io.hamstring.api.v1alpha1.HamstringPipeline;
import io.hamstring.operator.telemetry.PipelineKey;
import io.javaoperatorsdk.operator.api.reconciler.IndexedResourceCache;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.util.stream.Stream;

/** The pipelines that are stored, from memory. */
final class Roster {

  private final IndexedResourceCache<HamstringPipeline> cache;

  Roster(IndexedResourceCache<HamstringPipeline> cache) {
    this.cache = cache;
  }

  Stream<HamstringPipeline> all() {
    return cache.list();
  }

  boolean has(PipelineKey key) {
    return cache.get(new ResourceID(key.name(), key.namespace())).isPresent();
  }
}
