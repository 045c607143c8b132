package io.hamstring.operator.reconcile;

import io.hamstring.api.v1alpha1.HamstringPipeline;
import io.hamstring.operator.spec.Claims;
import io.hamstring.operator.spec.Pipeline;
import io.hamstring.operator.spec.SpecResolver;
import io.hamstring.operator.telemetry.PipelineKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * What each pipeline must have for itself alone. Of two that claim the same the older has it, by
 * creation and then by name, so that every operator decides alike at any time; the newer is left
 * alone until the claim is free. An invalid spec changes no claims.
 */
final class Identities {

  /** Clashes named in a message. */
  private static final int MOST = 3;

  private final ReentrantLock lock = new ReentrantLock();

  // All guarded by lock.
  private final Map<PipelineKey, Holder> holders = new HashMap<>();
  private final Map<String, SortedSet<Holder>> byClaim = new HashMap<>();
  private boolean learned;

  private record Holder(PipelineKey key, String created, SortedSet<String> claims)
      implements Comparable<Holder> {

    private static final Comparator<Holder> OLDEST_FIRST =
        Comparator.comparing(Holder::created)
            .thenComparing(holder -> holder.key.namespace())
            .thenComparing(holder -> holder.key.name());

    @Override
    public int compareTo(Holder other) {
      return OLDEST_FIRST.compare(this, other);
    }
  }

  /** Learns once of all that are stored: none may be applied before the claims of older ones. */
  void learn(Stream<HamstringPipeline> stored, SpecResolver resolver) {
    lock.lock();
    try {
      if (!learned) {
        stored.forEach(
            resource ->
                resolver
                    .resolve(resource)
                    .pipeline()
                    .ifPresent(pipeline -> hold(resource, pipeline)));
        learned = true;
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes note of what a pipeline claims now.
   *
   * @return others that have to be looked at again, because what they may have has changed
   */
  Set<PipelineKey> hold(HamstringPipeline resource, Pipeline pipeline) {
    var holder =
        new Holder(
            SweepEvents.keyOf(resource),
            Optional.ofNullable(resource.getMetadata().getCreationTimestamp()).orElse(""),
            Claims.of(pipeline));
    lock.lock();
    try {
      if (holder.equals(holders.get(holder.key))) {
        return Set.of();
      }
      var concerned = new HashSet<>(forget(holder.key));
      holders.put(holder.key, holder);
      holder.claims.forEach(
          claim -> byClaim.computeIfAbsent(claim, same -> new TreeSet<>()).add(holder));
      concerned.addAll(sharing(holder));
      return concerned;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Lets go of all claims of a pipeline.
   *
   * @return others that have to be looked at again
   */
  Set<PipelineKey> forget(PipelineKey key) {
    lock.lock();
    try {
      var holder = holders.remove(key);
      if (holder == null) {
        return Set.of();
      }
      var concerned = sharing(holder);
      for (var claim : holder.claims) {
        byClaim.get(claim).remove(holder);
        byClaim.computeIfPresent(claim, (same, left) -> left.isEmpty() ? null : left);
      }
      return concerned;
    } finally {
      lock.unlock();
    }
  }

  private Set<PipelineKey> sharing(Holder holder) {
    var keys = new HashSet<PipelineKey>();
    for (var claim : holder.claims) {
      byClaim.get(claim).forEach(other -> keys.add(other.key));
    }
    keys.remove(holder.key);
    return keys;
  }

  /** What older pipelines have of the claims of this one, in words; empty when nothing. */
  String conflictOf(PipelineKey key) {
    lock.lock();
    try {
      var holder = holders.get(key);
      var clashes = new ArrayList<String>();
      for (var claim : holder == null ? List.<String>of() : holder.claims) {
        var oldest = byClaim.get(claim).first();
        if (!oldest.key.equals(key)) {
          clashes.add(claim + " belongs to " + oldest.key.namespace() + "/" + oldest.key.name());
        }
      }
      if (clashes.isEmpty()) {
        return "";
      }
      var named = String.join("; ", clashes.subList(0, Math.min(MOST, clashes.size())));
      var more = clashes.size() - MOST;
      return named
          + (more > 0 ? "; and " + more + " more" : "")
          + ", which is the older pipeline; nothing of this one is applied until one of the two is"
          + " renamed, given other groups or topics, or deleted";
    } finally {
      lock.unlock();
    }
  }
}
