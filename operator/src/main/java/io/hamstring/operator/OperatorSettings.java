package io.hamstring.operator;

import io.hamstring.operator.desired.WorkerImage;
import io.hamstring.operator.symptom.Tempo;
import io.hamstring.operator.webhook.WebhookSettings;
import java.time.Duration;
import java.util.Set;

/**
 * How an operator runs.
 *
 * @param namespaces whose pipelines it looks after; empty for all
 * @param workerImage what workers run unless their stage names another image
 * @param sweepInterval pause between two looks at a Kafka cluster
 * @param tempo how fast what is seen is believed
 * @param http where it serves health and metrics
 * @param leadership whether it waits for its turn among several
 * @param webhook whether pipelines are checked before they are stored
 * @param namespace where the operator keeps what is its own
 */
public record OperatorSettings(
    Set<String> namespaces,
    WorkerImage workerImage,
    Duration sweepInterval,
    Tempo tempo,
    Http http,
    Leadership leadership,
    WebhookSettings webhook,
    String namespace) {

  /** The pause between two looks unless somebody wants another. */
  public static final Duration SWEEP_INTERVAL = Duration.ofSeconds(5);

  private static final String DEFAULT_NAMESPACE = "default";

  public OperatorSettings {
    namespaces = Set.copyOf(namespaces);
    if (sweepInterval.compareTo(Duration.ofMillis(100)) < 0) {
      throw new IllegalArgumentException(
          "sweepInterval must be at least 100ms, was " + sweepInterval.toMillis() + "ms");
    }
  }

  /** One without a webhook. */
  public OperatorSettings(
      Set<String> namespaces,
      WorkerImage workerImage,
      Duration sweepInterval,
      Tempo tempo,
      Http http,
      Leadership leadership) {
    this(
        namespaces,
        workerImage,
        sweepInterval,
        tempo,
        http,
        leadership,
        WebhookSettings.OFF,
        DEFAULT_NAMESPACE);
  }

  /** An operator inside another program: all namespaces, no lease, HTTP on a free loopback port. */
  public static OperatorSettings embedded(WorkerImage workerImage) {
    return new OperatorSettings(
        Set.of(),
        workerImage,
        SWEEP_INTERVAL,
        Tempo.STANDARD,
        Http.on("127.0.0.1", 0),
        Leadership.ALONE);
  }

  /** The same with another pause between two looks. */
  public OperatorSettings sweepingEvery(Duration interval) {
    return new OperatorSettings(
        namespaces, workerImage, interval, tempo, http, leadership, webhook, namespace);
  }

  /** The same that believes what it sees at another tempo. */
  public OperatorSettings believing(Tempo other) {
    return new OperatorSettings(
        namespaces, workerImage, sweepInterval, other, http, leadership, webhook, namespace);
  }

  /** The same with health and metrics elsewhere, or nowhere. */
  public OperatorSettings serving(Http elsewhere) {
    return new OperatorSettings(
        namespaces, workerImage, sweepInterval, tempo, elsewhere, leadership, webhook, namespace);
  }

  /** The same with a webhook. */
  public OperatorSettings checking(WebhookSettings other) {
    return new OperatorSettings(
        namespaces, workerImage, sweepInterval, tempo, http, leadership, other, namespace);
  }

  /**
   * Where health and metrics are served.
   *
   * @param address to bind to; empty to serve nothing
   * @param port 0 for a free one
   */
  public record Http(String address, int port) {

    /** Nothing is served. */
    public static final Http OFF = new Http("", 0);

    /** Served on that address and port. */
    public static Http on(String address, int port) {
      return new Http(address, port);
    }

    /** Whether anything is served. */
    public boolean isOn() {
      return !address.isEmpty();
    }
  }

  /**
   * Whether several operators take turns.
   *
   * @param namespace of the lease; empty when this one is alone
   * @param identity by which it is told from the others
   */
  public record Leadership(String namespace, String identity) {

    /** There is no other operator. */
    public static final Leadership ALONE = new Leadership("", "");

    /** Whoever holds the lease in {@code namespace} works. */
    public static Leadership elected(String namespace, String identity) {
      return new Leadership(namespace, identity);
    }

    /** Whether a lease decides. */
    public boolean isElected() {
      return !namespace.isEmpty();
    }
  }
}
