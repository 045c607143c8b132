package io.hamstring.operator.runtime;

import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.api.reconciler.Constants;
import io.javaoperatorsdk.operator.health.InformerHealthIndicator;
import io.javaoperatorsdk.operator.health.Status;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
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

  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(10);

  /** A watch that is being renewed is gone for a while; what lasts for a minute is told. */
  private static final int LASTING = 6;

  private final Operator operator;
  private final ScheduledExecutorService looks =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            var thread = new Thread(task, "blind-spots");
            thread.setDaemon(true);
            return thread;
          });

  // Of the looking thread only.
  private Map<String, Integer> looksInVain = Map.of();

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
    var before = looksInVain;
    looksInVain =
        now().stream()
            .collect(Collectors.toMap(Function.identity(), n -> before.getOrDefault(n, 0) + 1));
    looksInVain.forEach(
        (namespace, looks) -> {
          if (looks == LASTING) {
            LOG.error(
                "{} cannot be watched, and pipelines there are not looked after; if the operator's"
                    + " service account lacks its Role there, bind it again: it is tried again all"
                    + " the time",
                named(namespace));
          }
        });
    before.forEach(
        (namespace, looks) -> {
          if (looks >= LASTING && !looksInVain.containsKey(namespace)) {
            LOG.info("{} is watched again", named(namespace));
          }
        });
  }

  private static String named(String namespace) {
    return namespace.equals(Constants.WATCH_ALL_NAMESPACES)
        ? "the cluster"
        : "namespace " + namespace;
  }

  @Override
  public void close() {
    looks.shutdownNow();
  }
}
