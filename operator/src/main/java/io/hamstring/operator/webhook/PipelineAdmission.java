package io.hamstring.operator.webhook;

import io.hamstring.api.v1alpha1.HamstringPipeline;
import io.hamstring.operator.spec.Claims;
import io.hamstring.operator.spec.Problem;
import io.hamstring.operator.spec.Resolution;
import io.hamstring.operator.spec.SpecResolver;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Whether a pipeline may be stored: by the same checks as the operator's own, and only when it
 * claims nothing that another pipeline has. What is on its way out, and what leaves the spec as it
 * was, may always be stored.
 */
public final class PipelineAdmission {

  private final SpecResolver resolver;
  private final Supplier<Stream<HamstringPipeline>> stored;
  private final ConcurrentMap<String, Claimed> claimed = new ConcurrentHashMap<>();

  /** What a stored spec claims; kept because a thousand of them are asked at each admission. */
  private record Claimed(long generation, SortedSet<String> claims) {}

  /**
   * Whether it may be stored.
   *
   * @param refusal why not, for a person; empty when it may
   * @param warnings what has no effect and probably was meant to have one
   */
  public record Ruling(String refusal, List<String> warnings) {

    static final Ruling FINE = new Ruling("", List.of());

    public Ruling {
      warnings = List.copyOf(warnings);
    }

    /** Whether it may be stored. */
    public boolean isAllowed() {
      return refusal.isEmpty();
    }
  }

  /**
   * @param stored every pipeline that is stored, as far as the operator sees them
   */
  public PipelineAdmission(SpecResolver resolver, Supplier<Stream<HamstringPipeline>> stored) {
    this.resolver = resolver;
    this.stored = stored;
  }

  /** A pipeline that is to be stored for the first time. */
  public Ruling ofNew(HamstringPipeline pipeline) {
    return ruling(pipeline, Set.of());
  }

  /** A stored pipeline that is to be stored with changes. */
  public Ruling ofChange(HamstringPipeline before, HamstringPipeline pipeline) {
    if (pipeline.getMetadata().getDeletionTimestamp() != null
        || Objects.equals(treeOf(before), treeOf(pipeline))) {
      return Ruling.FINE;
    }
    return ruling(pipeline, claimsIn(resolver.resolve(before)));
  }

  private static Object treeOf(HamstringPipeline pipeline) {
    return pipeline.getSpec() == null ? null : pipeline.getSpec().tree();
  }

  /**
   * @param had what it claims already: an old clash must not keep anybody from ending it
   */
  private Ruling ruling(HamstringPipeline pipeline, Set<String> had) {
    var resolution = resolver.resolve(pipeline);
    if (resolution.pipeline().isEmpty()) {
      return new Ruling(
          resolution.problems().stream().map(Problem::text).collect(Collectors.joining(". ")),
          resolution.warnings());
    }
    var claims = new TreeSet<>(claimsIn(resolution));
    claims.removeAll(had);
    return new Ruling(clashes(pipeline, claims), resolution.warnings());
  }

  private String clashes(HamstringPipeline pipeline, SortedSet<String> claims) {
    var clashes = new ArrayList<String>();
    var seen = new TreeSet<String>();
    var others = stored.get().sorted(Comparator.comparing(PipelineAdmission::nameOf)).toList();
    for (var other : others) {
      seen.add(nameOf(other));
      if (!nameOf(other).equals(nameOf(pipeline))) {
        claimsOf(other).stream()
            .filter(claims::contains)
            .forEach(claim -> clashes.add(claim + " belongs to " + nameOf(other)));
      }
    }
    claimed.keySet().retainAll(seen);
    return clashes.isEmpty()
        ? ""
        : String.join("; ", clashes) + "; rename one of the two, or give it other groups or topics";
  }

  private SortedSet<String> claimsOf(HamstringPipeline other) {
    var metadata = other.getMetadata();
    long generation = metadata.getGeneration() == null ? 0 : metadata.getGeneration();
    return claimed
        .compute(
            nameOf(other),
            (same, known) ->
                known != null && known.generation() == generation && generation > 0
                    ? known
                    : new Claimed(generation, claimsIn(resolver.resolve(other))))
        .claims();
  }

  private static SortedSet<String> claimsIn(Resolution resolution) {
    return resolution.pipeline().map(Claims::of).orElseGet(TreeSet::new);
  }

  private static String nameOf(HamstringPipeline pipeline) {
    return pipeline.getMetadata().getNamespace() + "/" + pipeline.getMetadata().getName();
  }
}
