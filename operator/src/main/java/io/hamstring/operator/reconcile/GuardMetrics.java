package io.hamstring.operator.reconcile;

import io.hamstring.operator.guard.Eviction;
import io.hamstring.operator.guard.Outcome;
import io.hamstring.operator.telemetry.PipelineKey;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** How often the guard acted, and how long each act took. */
final class GuardMetrics {

  private final MeterRegistry registry;
  private final ConcurrentMap<PipelineKey, Set<Meter>> meters = new ConcurrentHashMap<>();

  GuardMetrics(MeterRegistry registry) {
    this.registry = registry;
  }

  void count(Eviction eviction, Duration took) {
    var stage = eviction.target().stage();
    var timer =
        Timer.builder("hamstring_guard_eviction")
            .description("from the sight of a death until nothing of it is left in the group")
            .tag("namespace", stage.pipeline().namespace())
            .tag("pipeline", stage.pipeline().name())
            .tag("stage", stage.stage())
            .tag("cause", eviction.target().cause().label())
            .tag("result", resultOf(eviction))
            .register(registry);
    meters.computeIfAbsent(stage.pipeline(), key -> ConcurrentHashMap.newKeySet()).add(timer);
    timer.record(took);
  }

  private static String resultOf(Eviction eviction) {
    if (eviction.trouble().kind() == Outcome.Kind.REFUSED) {
      return "refused";
    }
    if (eviction.trouble().kind() == Outcome.Kind.FAILED) {
      return "given_up";
    }
    return eviction.evicted() > 0 ? "evicted" : "nothing_left";
  }

  /** Removes the series of a pipeline. */
  void forget(PipelineKey pipeline) {
    var gone = meters.remove(pipeline);
    if (gone != null) {
      gone.forEach(registry::remove);
    }
  }
}
