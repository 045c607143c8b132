package io.hamstring.operator.runtime;

import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.health.InformerHealthIndicator;
import io.javaoperatorsdk.operator.health.Status;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Namespaces that the operator was told to watch and cannot, such as one whose RoleBinding is gone.
 * They are asked for again and again, and cost the others nothing; each is told in the log and has
 * the series {@code hamstring_operator_blind} at 1.
 */
public final class BlindSpots implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(BlindSpots.class);

  /** A watch that is being renewed is gone for a moment; what lasts for two looks is told. */
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(10);

  private final Operator operator;
  private final ScheduledExecutorService looks =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            var thread = new Thread(task, "blind-spots");
            thread.setDaemon(true);
            return thread;
          });

  // Of the looking thread only.
  private Set<String> before = Set.of();
  private Set<String> told = Set.of();

  private BlindSpots(Operator operator) {
    this.operator = operator;
  }

  /**
   * Looks from now on.
   *
   * @param namespaces that are to be watched; none for all
   */
  public static BlindSpots watch(
      Operator operator, Set<String> namespaces, MeterRegistry registry) {
    var spots = new BlindSpots(operator);
    for (var namespace : namespaces) {
      register(registry, namespace, () -> spots.now().contains(namespace));
    }
    if (namespaces.isEmpty()) {
      register(registry, "*", () -> !spots.isAnythingSeen());
    }
    var pause = BETWEEN_LOOKS.toMillis();
    spots.looks.scheduleWithFixedDelay(spots::look, pause, pause, TimeUnit.MILLISECONDS);
    return spots;
  }

  private static void register(MeterRegistry registry, String namespace, BooleanSupplier isBlind) {
    Gauge.builder("hamstring_operator_blind", isBlind, blind -> blind.getAsBoolean() ? 1 : 0)
        .description("1 while the operator cannot watch a namespace that it was told to watch")
        .tag("namespace", namespace)
        .strongReference(true)
        .register(registry);
  }

  private Map<String, Boolean> healthByNamespace() {
    return operator.getRegisteredControllers().stream()
        .flatMap(
            controller ->
                controller
                    .getControllerHealthInfo()
                    .informerEventSourceHealthIndicators()
                    .values()
                    .stream())
        .flatMap(
            source ->
                ((Map<?, ?>) source.informerHealthIndicators())
                    .values().stream().map(InformerHealthIndicator.class::cast))
        .collect(
            Collectors.toMap(
                InformerHealthIndicator::getTargetNamespace,
                informer -> informer.getStatus() == Status.HEALTHY,
                Boolean::logicalAnd));
  }

  /** Those that are not watched at this moment. */
  private Set<String> now() {
    return blindIn(healthByNamespace());
  }

  private static Set<String> blindIn(Map<String, Boolean> health) {
    return health.entrySet().stream()
        .filter(entry -> !entry.getValue())
        .map(Map.Entry::getKey)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Whether anything at all is watched. */
  public boolean isAnythingSeen() {
    return healthByNamespace().containsValue(true);
  }

  private void look() {
    var now = now();
    var lasting = new HashSet<>(now);
    lasting.retainAll(before);
    for (var namespace : lasting) {
      if (!told.contains(namespace)) {
        LOG.error(
            "namespace {} cannot be watched, its pipelines are not looked after; if the operator's"
                + " service account lacks its Role there, bind it again: it is tried again all the"
                + " time",
            namespace);
      }
    }
    for (var namespace : told) {
      if (!now.contains(namespace)) {
        LOG.info("namespace {} is watched again", namespace);
      }
    }
    told.stream().filter(now::contains).forEach(lasting::add);
    told = lasting;
    before = now;
  }

  @Override
  public void close() {
    looks.shutdownNow();
  }
}
