package io.hamstring.operator.reconcile;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.hamstring.api.v1alpha1.HamstringPipeline;
import io.hamstring.operator.apply.Applied;
import io.hamstring.operator.apply.Applier;
import io.hamstring.operator.apply.Children;
import io.hamstring.operator.condition.Hold;
import io.hamstring.operator.spec.Operations;
import io.hamstring.operator.spec.Pipeline;
import io.hamstring.operator.spec.Resolution;
import io.hamstring.operator.spec.SpecResolver;
import io.hamstring.operator.symptom.Tempo;
import io.hamstring.operator.telemetry.PipelineKey;
import io.hamstring.operator.telemetry.TelemetryBoard;
import io.hamstring.operator.telemetry.watch.TelemetryWatch;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Brings pipelines to what their specs say and their statuses to what is seen: resolve, apply,
 * observe, judge, write the status if it changed. It remembers nothing that is not in the standings
 * or on the board.
 */
@ControllerConfiguration(name = HamstringReconciler.NAME, fieldManager = Applier.FIELD_MANAGER)
public final class HamstringReconciler implements Reconciler<HamstringPipeline> {

  /** The controller's name. */
  public static final String NAME = "hamstringpipeline";

  /** When a Secret that may not be read is asked for again. */
  private static final Duration READ_AGAIN = Duration.ofSeconds(10);

  /** When what may pass by itself is tried again. */
  private static final Duration FAILED_AGAIN = Duration.ofSeconds(2);

  private static final Duration DECIDED_MEANWHILE = Duration.ofMillis(100);

  private final SpecResolver resolver;
  private final Function<Pipeline, List<HasMetadata>> desired;
  private final RoleKeys keys;
  private final Supplier<Optional<String>> complaint;
  private final Duration sweepInterval;
  private final TelemetryBoard board = new TelemetryBoard();
  private final PipelineMetrics metrics;
  private final GuardMetrics guardMetrics;
  private final WatchPlan plan;
  private final Identities identities = new Identities();
  private final Clock clock;

  // Set once, when the framework asks for the event sources, before anything else is called.
  private volatile Parts parts;

  /**
   * @param desired the objects that a pipeline is made of
   * @param keys from which the tokens of roles come
   * @param complaint what is wrong with the cluster's definition of pipelines
   */
  public HamstringReconciler(
      SpecResolver resolver,
      Function<Pipeline, List<HasMetadata>> desired,
      RoleKeys keys,
      Supplier<Optional<String>> complaint,
      PrometheusMeterRegistry registry,
      Duration sweepInterval,
      Tempo tempo,
      Clock clock) {
    this.resolver = resolver;
    this.desired = desired;
    this.keys = keys;
    this.complaint = complaint;
    this.sweepInterval = sweepInterval;
    this.metrics = new PipelineMetrics(registry);
    this.guardMetrics = new GuardMetrics(registry);
    this.plan = new WatchPlan(sweepInterval, tempo);
    this.clock = clock;
  }

  /** What needs the informers. */
  private record Parts(
      Roster roster,
      Applier applier,
      Standings standings,
      StatusWriter writer,
      Announcer announcer,
      SweepEvents events,
      Secrets secrets,
      Sweeps sweeps,
      TelemetryWatch watch,
      GuardDesk guard) {}

  /** Whether a changed object asks for anything: its spec, or one of the annotations that do. */
  public static boolean isNews(HamstringPipeline newer, HamstringPipeline older) {
    return !Objects.equals(newer.getMetadata().getGeneration(), older.getMetadata().getGeneration())
        || !Objects.equals(newer.getMetadata().getUid(), older.getMetadata().getUid())
        || newer.getMetadata().getGeneration() == null
        || !Operations.in(newer.getMetadata().getAnnotations())
            .equals(Operations.in(older.getMetadata().getAnnotations()));
  }

  @Override
  public List<EventSource<?, HamstringPipeline>> prepareEventSources(
      EventSourceContext<HamstringPipeline> context) {
    var children = new Children(context);
    var roster = new Roster(context.getPrimaryCache());
    var announcer = new Announcer(context.getClient());
    var roles = new RoleDesk(context.getClient(), children, board, keys, clock, sweepInterval);
    var guard =
        new GuardDesk(context.getClient(), board, roster, announcer, guardMetrics, roles, clock);
    var pods = new Pods(context, guard);
    guard.learnsFrom(pods);
    var fleet = new Fleet(children, pods);
    var events = new SweepEvents(this::forget);
    var standings = new Standings(board, new Judgement(board, fleet, plan));
    var writer =
        new StatusWriter(context.getClient(), standings, new StatusPage(board, fleet), announcer);
    var sweeps =
        new Sweeps(
            clock,
            board,
            roster,
            pods,
            fleet,
            standings,
            writer,
            metrics,
            announcer,
            events::news,
            this::forget);
    parts =
        new Parts(
            roster,
            new Applier(context.getClient(), children),
            standings,
            writer,
            announcer,
            events,
            new Secrets(context.getClient(), events::news),
            sweeps,
            new TelemetryWatch(board, sweeps, guard.after(sweeps), clock, sweepInterval),
            guard);
    var sources = new ArrayList<>(children.eventSources());
    sources.add(pods.eventSource());
    sources.add(events);
    return sources;
  }

  @Override
  public UpdateControl<HamstringPipeline> reconcile(
      HamstringPipeline resource, Context<HamstringPipeline> context) {
    var now = clock.instant();
    var key = SweepEvents.keyOf(resource);
    var valid = resolver.resolve(resource);
    // What a pipeline claims depends on no Secret.
    var hold = holdOf(resource, key, valid);
    var resolution = keys.complete(parts.secrets.complete(key, valid));
    var steering =
        resolution
            .pipeline()
            .map(pipeline -> parts.standings.steering(key, resource, pipeline, now))
            .orElse(Steering.NONE);
    var refused = parts.standings.of(key).map(Standing::applied).orElse(Applied.WELL).refused();
    var applied =
        resolution
            .pipeline()
            .filter(pipeline -> hold.isNone())
            .map(steering::applyTo)
            .map(pipeline -> parts.applier.apply(resource, desired.apply(pipeline), refused, now))
            .orElse(Applied.WELL);
    announceOldDefinition(key, resource, now);
    announceFewerPartitions(key, resource, resolution, now);
    parts.standings.recall(key, resource);
    var standing =
        parts.standings.resolved(key, resource, resolution, applied, hold, steering, now);
    standing
        .pipeline()
        .filter(pipeline -> resolution.pipeline().isPresent())
        .map(running -> hold.isNone() ? plan.watched(running) : plan.onlyWatched(running))
        .ifPresent(parts.watch::watch);
    standing.pipeline().filter(pipeline -> hold.isNone()).ifPresent(parts.guard::guard);
    parts.sweeps.publish(key, standing);
    parts.writer.write(key, resource, standing, now);
    var update = nextLook(standing, steering, now);
    return parts.secrets.areRefused(key) || keys.areMissed(valid)
        ? update.rescheduleAfter(READ_AGAIN)
        : update;
  }

  /** Once for each pipeline: what its definition does not hold, its spec or status may miss. */
  private void announceOldDefinition(PipelineKey key, HamstringPipeline resource, Instant now) {
    if (parts.standings.of(key).isEmpty()) {
      complaint
          .get()
          .map(words -> Flips.ofOldDefinition(resource, words, now))
          .ifPresent(event -> parts.announcer.announce(List.of(event)));
    }
  }

  private void announceFewerPartitions(
      PipelineKey key, HamstringPipeline resource, Resolution resolution, Instant now) {
    var before =
        parts.standings.of(key).flatMap(Standing::pipeline).map(Pipeline::partitions).orElse(0);
    resolution
        .pipeline()
        .filter(pipeline -> pipeline.createTopics() && pipeline.partitions() < before)
        .ifPresent(
            pipeline ->
                parts.announcer.announce(
                    List.of(
                        Flips.ofFewerPartitions(resource, before, pipeline.partitions(), now))));
  }

  /** Whether the spec is to be applied, or why not. */
  private Hold holdOf(HamstringPipeline resource, PipelineKey key, Resolution resolution) {
    identities.learn(parts.roster.all(), resolver);
    resolution
        .pipeline()
        .map(pipeline -> identities.hold(resource, pipeline))
        .orElse(Set.of())
        .forEach(parts.events::news);
    if (Operations.in(resource.getMetadata().getAnnotations()).isPaused()) {
      return new Hold(
          Hold.Kind.PAUSED,
          "annotation " + Operations.PAUSE + " is true, so nothing is applied until it is removed");
    }
    var conflict = resolution.pipeline().map(pipeline -> identities.conflictOf(key)).orElse("");
    return conflict.isEmpty() ? Hold.NONE : new Hold(Hold.Kind.CONFLICT, conflict);
  }

  /** A verdict that will change by the mere passing of time asks for its own next look. */
  private static UpdateControl<HamstringPipeline> nextLook(
      Standing standing, Steering applied, Instant now) {
    var update = UpdateControl.<HamstringPipeline>noUpdate();
    if (!standing.applied().failing().isEmpty()) {
      return update.rescheduleAfter(FAILED_AGAIN);
    }
    if (standing.applied().isWell()
        && standing.hold().isNone()
        && !standing.steering().asksLike(applied)) {
      // It was decided while the objects were written.
      return update.rescheduleAfter(DECIDED_MEANWHILE);
    }
    Stream.concat(standing.health().due().stream(), standing.applied().again().stream())
        .min(Comparator.naturalOrder())
        .map(due -> Duration.between(now, due))
        .map(left -> left.compareTo(Duration.ofSeconds(1)) < 0 ? Duration.ofSeconds(1) : left)
        .ifPresent(update::rescheduleAfter);
    return update;
  }

  private void forget(PipelineKey key) {
    parts.watch.forget(key);
    parts.guard.forget(key);
    parts.standings.forget(key);
    metrics.forget(key);
    parts.secrets.forget(key);
    identities.forget(key).forEach(parts.events::news);
  }

  /** Every pipeline that is stored, as far as it is seen; none before the start. */
  public Stream<HamstringPipeline> stored() {
    var known = parts;
    return known == null ? Stream.empty() : known.roster().all();
  }

  /** Ends all watching. */
  public void close() {
    if (parts != null) {
      parts.watch.close();
      parts.guard.close();
      parts.secrets.close();
    }
  }
}
