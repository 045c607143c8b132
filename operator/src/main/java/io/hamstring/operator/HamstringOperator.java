package io.hamstring.operator;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.hamstring.operator.apply.Applier;
import io.hamstring.operator.desired.Desired;
import io.hamstring.operator.reconcile.HamstringReconciler;
import io.hamstring.operator.reconcile.RoleKeys;
import io.hamstring.operator.runtime.BlindSpots;
import io.hamstring.operator.runtime.InstalledDefinition;
import io.hamstring.operator.runtime.OperatorHttp;
import io.hamstring.operator.spec.SpecResolver;
import io.hamstring.operator.webhook.PipelineAdmission;
import io.hamstring.operator.webhook.runtime.Webhook;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.api.config.ConfigurationServiceOverrider;
import io.javaoperatorsdk.operator.monitoring.micrometer.MicrometerMetrics;
import io.javaoperatorsdk.operator.processing.retry.GenericRetry;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.OptionalInt;

/**
 * The operator as a part of any program: it is started with a client of the cluster, and nothing of
 * it is left when it is stopped, but for the client, which is not its own. Several may run in one
 * JVM.
 */
public final class HamstringOperator implements AutoCloseable {

  private static final Duration LAST_RECONCILES = Duration.ofSeconds(5);

  /** How long the start waits for what is listed first; whatever comes later is seen later. */
  private static final Duration FIRST_LIST = Duration.ofSeconds(15);

  private static final Duration RETRY_FROM = Duration.ofSeconds(1);
  private static final Duration RETRY_TO = Duration.ofMinutes(1);

  // Nothing but lost events needs it; those of a watch that broke are replayed anyway.
  private static final Duration RECONCILE_AT_LEAST_EVERY = Duration.ofMinutes(30);

  private final Operator operator;
  private final HamstringReconciler reconciler;
  private final PrometheusMeterRegistry registry;
  private final InstalledDefinition definition;
  private final Election election;
  private OperatorHttp http;
  private Webhook webhook;
  private BlindSpots blindSpots;
  private volatile boolean leads;

  private HamstringOperator(
      Operator operator,
      HamstringReconciler reconciler,
      PrometheusMeterRegistry registry,
      InstalledDefinition definition,
      Election election) {
    this.operator = operator;
    this.reconciler = reconciler;
    this.registry = registry;
    this.definition = definition;
    this.election = election;
  }

  /**
   * Starts an operator; returns when it works, or, when it is elected, when it is its turn. One
   * that is elected ends the JVM if it loses its lease, because nothing else stops its writes in
   * time.
   */
  public static HamstringOperator start(KubernetesClient client, OperatorSettings settings) {
    return start(client, settings, Clock.systemUTC());
  }

  /** The same by another clock. */
  public static HamstringOperator start(
      KubernetesClient client, OperatorSettings settings, Clock clock) {
    var registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    new JvmMemoryMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    var keys = new RoleKeys(client, settings.namespace());
    var definition =
        InstalledDefinition.watch(() -> client.raw(InstalledDefinition.DOCUMENT), registry);
    var reconciler =
        new HamstringReconciler(
            SpecResolver.create(),
            pipeline -> Desired.of(pipeline, settings.workerImage(), keys.known()),
            keys,
            definition::complaint,
            registry,
            settings.sweepInterval(),
            settings.tempo(),
            clock);
    var election = new Election(client, settings.leadership());
    var framework =
        new Operator(overrider -> configure(overrider, client, settings, registry, election));
    framework.register(
        reconciler,
        controller -> {
          controller
              .withFieldManager(Applier.FIELD_MANAGER)
              .withGenerationAware(false)
              .withOnUpdateFilter(HamstringReconciler::isNews)
              .withReconciliationMaxInterval(RECONCILE_AT_LEAST_EVERY)
              .withRetry(
                  new GenericRetry()
                      .setInitialInterval(RETRY_FROM)
                      .setIntervalMultiplier(2)
                      .setMaxInterval(RETRY_TO.toMillis())
                      .withoutMaxAttempts());
          if (!settings.namespaces().isEmpty()) {
            controller.settingNamespaces(settings.namespaces());
          }
        });
    var operator = new HamstringOperator(framework, reconciler, registry, definition, election);
    try {
      operator.begin(client, settings);
    } catch (RuntimeException failed) {
      operator.stop();
      throw failed;
    }
    return operator;
  }

  private static void configure(
      ConfigurationServiceOverrider overrider,
      KubernetesClient client,
      OperatorSettings settings,
      PrometheusMeterRegistry registry,
      Election election) {
    overrider
        .withKubernetesClient(client)
        .withCloseClientOnStop(false)
        .withUseSSAToPatchPrimaryResource(true)
        .withParseResourceVersions(true)
        // A series for each pipeline would outlive it, and there may be thousands.
        .withMetrics(MicrometerMetrics.withoutPerResourceMetrics(registry))
        // Nobody changes what an informer holds, and each sweep looks at every Deployment.
        .withCloneSecondaryResourcesWhenGettingFromCache(false)
        // A namespace without rights is asked for again, and the others are looked after meanwhile.
        .withStopOnInformerErrorDuringStartup(false)
        .withCacheSyncTimeout(FIRST_LIST)
        .withReconciliationTerminationTimeout(LAST_RECONCILES);
    if (settings.leadership().isElected()) {
      overrider.withLeaderElectionConfiguration(election.configuration());
    }
  }

  private void begin(KubernetesClient client, OperatorSettings settings) {
    leads = !settings.leadership().isElected();
    if (settings.webhook().isOn()) {
      // Those that wait for their turn answer too.
      webhook =
          Webhook.start(
              client,
              settings.webhook(),
              new PipelineAdmission(SpecResolver.create(), reconciler::stored),
              () -> leads,
              Clock.systemUTC());
    }
    blindSpots = BlindSpots.watch(operator, settings.namespaces(), registry);
    var where = settings.http();
    if (where.isOn()) {
      http =
          OperatorHttp.serve(
              where.address(), where.port(), () -> true, this::isReady, registry::scrape);
    }
    operator.start();
    leads = true;
  }

  /** Whether it is started and sees the cluster; one that waits for its turn is ready too. */
  private boolean isReady() {
    var info = operator.getRuntimeInfo();
    return info.isStarted()
        && blindSpots.isAnythingSeen()
        && (webhook == null || webhook.isReady());
  }

  /** The port of the webhook; empty when off. */
  public OptionalInt webhookPort() {
    return webhook == null ? OptionalInt.empty() : OptionalInt.of(webhook.port());
  }

  /** The port of {@code /livez}, {@code /readyz} and {@code /metrics}; empty when off. */
  public OptionalInt httpPort() {
    return http == null ? OptionalInt.empty() : OptionalInt.of(http.port());
  }

  /** Stops reconciling and watching. Pipelines and their workers go on. */
  public void stop() {
    election.resigns();
    operator.stop();
    reconciler.close();
    election.resigned();
    definition.close();
    if (blindSpots != null) {
      blindSpots.close();
    }
    if (webhook != null) {
      webhook.close();
    }
    if (http != null) {
      http.close();
    }
    registry.close();
  }

  @Override
  public void close() {
    stop();
  }
}
