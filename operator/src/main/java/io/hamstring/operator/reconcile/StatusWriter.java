package io.hamstring.operator.reconcile;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.hamstring.api.v1alpha1.HamstringPipeline;
import io.hamstring.api.v1alpha1.HamstringPipelineStatus;
import io.hamstring.operator.apply.Applier;
import io.hamstring.operator.telemetry.PipelineKey;
import java.time.Instant;

/** Writes the status of a pipeline when it says something new, and announces what flipped. */
final class StatusWriter {

  private static final PatchContext OUR_STATUS =
      new PatchContext.Builder()
          .withPatchType(PatchType.SERVER_SIDE_APPLY)
          .withFieldManager(Applier.FIELD_MANAGER)
          .withForce(true)
          .build();

  private final KubernetesClient client;
  private final Standings standings;
  private final StatusPage page;
  private final Announcer announcer;

  StatusWriter(KubernetesClient client, Standings standings, StatusPage page, Announcer announcer) {
    this.client = client;
    this.standings = standings;
    this.page = page;
    this.announcer = announcer;
  }

  /** Whether what is to be said now is worth a write now. */
  boolean isDue(Standing standing, Instant now) {
    return isDue(standing, page.of(standing, now), now);
  }

  private static boolean isDue(Standing standing, HamstringPipelineStatus fresh, Instant now) {
    return StatusChange.between(standing.written(), fresh).isDue(standing.writtenAt(), now);
  }

  /** Writes it if it is worth a write. */
  void write(PipelineKey key, HamstringPipeline resource, Standing standing, Instant now) {
    var fresh = page.of(standing, now);
    if (isDue(standing, fresh, now)) {
      announcer.announce(Flips.between(resource, standing.written(), fresh, now));
      // The framework would keep the version that this makes to itself.
      var stored =
          client.resource(patchOf(resource, fresh)).subresource("status").patch(OUR_STATUS);
      standings.wrote(key, fresh, stored, now);
    }
  }

  /** Nothing but the status: what else an object holds would be owned by whoever applies it. */
  private static HamstringPipeline patchOf(
      HamstringPipeline resource, HamstringPipelineStatus status) {
    var patch = new HamstringPipeline();
    patch.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(resource.getMetadata().getNamespace())
            .withName(resource.getMetadata().getName())
            .build());
    patch.setStatus(status);
    return patch;
  }
}
