package io.hamstring.operator.reconcile;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.hamstring.api.v1alpha1.HamstringPipeline;
import io.hamstring.api.v1alpha1.HamstringPipelineStatus;
import io.hamstring.operator.apply.Applier;
import io.hamstring.operator.apply.Children;
import io.hamstring.operator.condition.Hold;
import io.hamstring.operator.spec.Operations;
import io.hamstring.operator.spec.Pipeline;
import io.hamstring.operator.spec.PipelineStage;
import io.hamstring.operator.spec.Resolution;
import io.hamstring.operator.spec.SpecResolver;
import io.hamstring.operator.telemetry.PipelineKey;
import io.hamstring.operator.telemetry.StageKey;
import io.hamstring.operator.telemetry.TelemetryBoard;
import io.hamstring.operator.telemetry.watch.PodSource;
import io.hamstring.operator.telemetry.watch.SweepListener;
import io.hamstring.operator.telemetry.watch.TelemetryWatch;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings pipelines to what their specs say and their statuses to what is seen: resolve, apply,
 * observe, judge, write the status if it changed. It remembers nothing that is not in the standings
 * or on the board.
 */
@ControllerConfiguration(name = HamstringReconciler.NAME, fieldManager = Applier.FIELD_MANAGER)
public final class HamstringReconciler
    implements Reconciler<HamstringPipeline>, SweepListener, PodSource {

  /** The controller's name. */
  public static final String NAME = "hamstringpipeline";

  private static final Logger LOG = LoggerFactory.getLogger(HamstringReconciler.class);

  private static final PatchContext OUR_STATUS =
      new PatchContext.Builder()
          .withPatchType(PatchType.SERVER_SIDE_APPLY)
          .withFieldManager(Applier.FIELD_MANAGER)
          .withForce(true)
          .build();

  /** When what Kubernetes refused is tried again. */
  private static final Duration REFUSED_AGAIN = Duration.ofSeconds(10);

  private final SpecResolver resolver;
  private final Function<Pipeline, List<HasMetadata>> desired;
  private final TelemetryBoard board;
  private final TelemetryWatch watch;
  private final PipelineMetrics metrics;
  private final WatchPlan plan;
  private final Identities identities = new Identities();
  private final Clock clock;

  // Set once, when the framework asks for the event sources, before anything else is called.
  private volatile Parts parts;

  /**
   * @param desired the objects that a pipeline is made of
   */
  public HamstringReconciler(
      SpecResolver resolver,
      Function<Pipeline, List<HasMetadata>> desired,
      MeterRegistry registry,
      Duration sweepInterval,
      Clock clock) {
    this.resolver = resolver;
    this.desired = desired;
    this.board = new TelemetryBoard();
    this.watch = new TelemetryWatch(board, this, this, clock, sweepInterval);
    this.metrics = new PipelineMetrics(registry);
    this.plan = new WatchPlan(sweepInterval);
    this.clock = clock;
  }

  /** What needs the informers. */
  private record Parts(
      KubernetesClient client,
      Applier applier,
      Pods pods,
      Fleet fleet,
      Standings standings,
      StatusPage page,
      SweepEvents events,
      Supplier<Stream<HamstringPipeline>> stored,
      Predicate<PipelineKey> exists) {}

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
    var pods = new Pods(context);
    var fleet = new Fleet(children, pods);
    var events = new SweepEvents(this::forget);
    parts =
        new Parts(
            context.getClient(),
            new Applier(context.getClient(), children),
            pods,
            fleet,
            new Standings(board, new Judgement(board, fleet, plan)),
            new StatusPage(board, fleet),
            events,
            context.getPrimaryCache()::list,
            key ->
                context
                    .getPrimaryCache()
                    .get(new ResourceID(key.name(), key.namespace()))
                    .isPresent());
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
    var resolution = resolver.resolve(resource);
    var hold = holdOf(resource, key, resolution);
    var refused =
        resolution
            .pipeline()
            .filter(pipeline -> hold.isNone())
            .map(pipeline -> parts.applier.apply(resource, desired.apply(pipeline)))
            .orElse(List.of());
    parts.standings.recall(key, resource);
    var standing = parts.standings.resolved(key, resource, resolution, refused, hold, now);
    standing
        .pipeline()
        .filter(pipeline -> resolution.pipeline().isPresent())
        .map(running -> hold.isNone() ? plan.watched(running) : plan.onlyWatched(running))
        .ifPresent(watch::watch);
    publish(key, standing);
    return nextLook(write(key, resource, standing, now), standing, now);
  }

  /** Whether the spec is to be applied, or why not. */
  private Hold holdOf(HamstringPipeline resource, PipelineKey key, Resolution resolution) {
    identities.learn(parts.stored.get(), resolver);
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

  private UpdateControl<HamstringPipeline> write(
      PipelineKey key, HamstringPipeline resource, Standing standing, Instant now) {
    var fresh = parts.page.of(standing, now);
    if (StatusChange.between(standing.written(), fresh).isDue(standing.writtenAt(), now)) {
      announce(Flips.between(resource, standing.written(), fresh, now));
      // The framework would keep the version that this makes to itself.
      var stored =
          parts.client.resource(patchOf(resource, fresh)).subresource("status").patch(OUR_STATUS);
      parts.standings.wrote(key, fresh, stored, now);
    }
    return UpdateControl.noUpdate();
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

  /** A verdict that will change by the mere passing of time asks for its own next look. */
  private static UpdateControl<HamstringPipeline> nextLook(
      UpdateControl<HamstringPipeline> update, Standing standing, Instant now) {
    if (!standing.refused().isEmpty()) {
      return update.rescheduleAfter(REFUSED_AGAIN);
    }
    standing
        .health()
        .due()
        .map(due -> Duration.between(now, due))
        .map(left -> left.compareTo(Duration.ofSeconds(1)) < 0 ? Duration.ofSeconds(1) : left)
        .ifPresent(update::rescheduleAfter);
    return update;
  }

  private void announce(List<Event> events) {
    for (var event : events) {
      LOG.atInfo()
          .addKeyValue("namespace", event.getMetadata().getNamespace())
          .addKeyValue("pipeline", event.getInvolvedObject().getName())
          .addKeyValue("reason", event.getReason())
          .log(event.getMessage());
      try {
        parts.client.v1().events().resource(event).create();
      } catch (KubernetesClientException refused) {
        LOG.atDebug().setCause(refused).log("the event exists, or was refused");
      }
    }
  }

  /** Judges what a sweep saw; only news makes a pipeline reconcile. */
  @Override
  public void swept(Set<PipelineKey> pipelines) {
    var now = clock.instant();
    for (var key : pipelines) {
      try {
        swept(key, now);
      } catch (RuntimeException bug) {
        LOG.atError()
            .addKeyValue("namespace", key.namespace())
            .addKeyValue("pipeline", key.name())
            .setCause(bug)
            .log("pipeline not judged");
      }
    }
  }

  private void swept(PipelineKey key, Instant now) {
    if (!parts.exists.test(key)) {
      forget(key);
      return;
    }
    parts
        .standings
        .looked(key, now)
        .ifPresent(
            standing -> {
              publish(key, standing);
              var change = StatusChange.between(standing.written(), parts.page.of(standing, now));
              if (change.isDue(standing.writtenAt(), now)) {
                parts.events.news(key);
              }
            });
  }

  @Override
  public void grew(Set<PipelineKey> pipelines, GrownTopic topic) {
    parts
        .stored
        .get()
        .filter(pipeline -> pipelines.contains(SweepEvents.keyOf(pipeline)))
        .forEach(pipeline -> announce(List.of(Flips.of(topic, pipeline, clock.instant()))));
  }

  private void publish(PipelineKey key, Standing standing) {
    var stages =
        standing.pipeline().stream()
            .flatMap(pipeline -> pipeline.stages().stream())
            .map(PipelineStage::name)
            .toList();
    metrics.publish(key, standing.health(), board.of(key, stages));
  }

  private void forget(PipelineKey key) {
    watch.forget(key);
    parts.standings.forget(key);
    metrics.forget(key);
    identities.forget(key).forEach(parts.events::news);
  }

  @Override
  public List<PodView> podsOf(StageKey stage) {
    return parts.pods.podsOf(stage);
  }

  @Override
  public boolean wantsWorkers(StageKey stage) {
    return parts.standings.of(stage.pipeline()).flatMap(Standing::pipeline).stream()
        .flatMap(pipeline -> parts.fleet.of(pipeline).stream())
        .noneMatch(workers -> workers.stage().equals(stage.stage()) && workers.wanted() == 0);
  }

  /** Ends all watching. */
  public void close() {
    watch.close();
  }
}
