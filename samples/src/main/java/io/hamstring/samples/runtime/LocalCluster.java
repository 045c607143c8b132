package io.hamstring.samples.runtime;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.hamstring.broker.BrokerOptions;
import io.hamstring.broker.BrokerProcess;
import io.hamstring.operator.HamstringOperator;
import io.hamstring.operator.OperatorSettings;
import io.hamstring.operator.desired.WorkerImage;
import io.hamstring.samples.apiserver.LocalApiServer;
import io.hamstring.samples.kubelet.KubeletSettings;
import io.hamstring.samples.kubelet.LocalKubelet;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A broker, a Kubernetes API, the operator and a kubelet on this machine. All of it ends with
 * {@link #close}, and with this JVM however that ends.
 */
public final class LocalCluster implements AutoCloseable {

  private static final Duration BETWEEN_SWEEPS = Duration.ofSeconds(2);

  // The kubelet runs the worker's own command whatever the image is called.
  private static final WorkerImage IMAGE = WorkerImage.of("hamstring-worker:local");

  private static final String DEFINITION =
      "/io/hamstring/api/hamstringpipelines.hamstring.io-v1.yml";

  private final Path folder;
  private final Deque<AutoCloseable> started = new ArrayDeque<>();
  private final Thread hook = new Thread(this::endWithJvm, "local-cluster-end");
  private volatile boolean endingWithJvm;
  private BrokerProcess broker;
  private LocalApiServer api;
  private KubernetesClient client;
  private LocalKubelet kubelet;
  private OperatorSettings operatorSettings;
  private HamstringOperator operator;

  private LocalCluster(Path folder) {
    this.folder = folder;
  }

  /**
   * Starts one.
   *
   * @param folder takes its logs and data
   * @param worker the command that starts a worker
   */
  static LocalCluster start(Path folder, List<String> worker) throws IOException {
    return start(folder, worker, UnaryOperator.identity());
  }

  /**
   * Starts one.
   *
   * @param folder takes its logs and data
   * @param worker the command that starts a worker
   * @param pods makes what is special of the usual way in which pods are run
   */
  public static LocalCluster start(
      Path folder, List<String> worker, UnaryOperator<KubeletSettings> pods) throws IOException {
    return start(folder, worker, pods, UnaryOperator.identity());
  }

  /**
   * Starts one.
   *
   * @param folder takes its logs and data
   * @param worker the command that starts a worker
   * @param pods makes what is special of the usual way in which pods are run
   * @param operator makes what is special of the operator's usual settings
   */
  public static LocalCluster start(
      Path folder,
      List<String> worker,
      UnaryOperator<KubeletSettings> pods,
      UnaryOperator<OperatorSettings> operator)
      throws IOException {
    var cluster = new LocalCluster(folder);
    Runtime.getRuntime().addShutdownHook(cluster.hook);
    try {
      cluster.startAll(pods.apply(settings(folder, worker)), operator);
      return cluster;
    } catch (IOException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  /** Starts a ClickHouse beside it, which ends with it. */
  LocalSink startClickHouse() {
    return keep(LocalSink.start(folder.resolve("clickhouse")));
  }

  public String bootstrapServers() {
    return broker.bootstrapServers();
  }

  public KubernetesClient client() {
    return client;
  }

  public Path kubeconfig() {
    return folder.resolve("kubeconfig");
  }

  public Path folder() {
    return folder;
  }

  /** Whether a signal has ended this JVM and everything with it. */
  public boolean isEndingWithJvm() {
    return endingWithJvm;
  }

  /** Kills a pod's processes (SIGKILL); false if the pod is gone. */
  boolean kill(String namespace, String pod) {
    try {
      kubelet.kill(namespace, pod);
      return true;
    } catch (IllegalArgumentException gone) {
      return false;
    }
  }

  BrokerProcess broker() {
    return broker;
  }

  /** Whether the broker's process lives. */
  public boolean brokerIsRunning() {
    return broker.isRunning();
  }

  /** The file that the broker's own log goes to. */
  public Path brokerLog() {
    return broker.log();
  }

  /** Ends the operator; its workers go on. */
  public synchronized void stopOperator() {
    if (operator != null) {
      operator.close();
      operator = null;
    }
  }

  /** Starts the operator, after {@link #stopOperator()} another one. */
  public synchronized void startOperator() {
    operator = HamstringOperator.start(client, operatorSettings);
  }

  /** What runs the pods. */
  public LocalKubelet kubelet() {
    return kubelet;
  }

  @Override
  public void close() {
    end();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException endingAnyway) {
      // The hook runs or has run.
    }
  }

  private static KubeletSettings settings(Path folder, List<String> worker) {
    return KubeletSettings.of(folder.resolve("pods"), image -> Optional.of(worker));
  }

  private void startAll(KubeletSettings pods, UnaryOperator<OperatorSettings> settings)
      throws IOException {
    broker = keep(BrokerProcess.start(BrokerOptions.withDefaults(folder.resolve("broker"))));
    api = keep(LocalApiServer.start());
    try (var definition = definition()) {
      api.register(definition);
    }
    api.kubeconfig(kubeconfig());
    client = keep(api.client());
    kubelet = keep(LocalKubelet.start(keep(api.client()), pods));
    api.logsFrom(kubelet);
    operatorSettings =
        settings.apply(OperatorSettings.embedded(IMAGE).sweepingEvery(BETWEEN_SWEEPS));
    startOperator();
    keep(this::stopOperator);
  }

  private void endWithJvm() {
    endingWithJvm = true;
    end();
  }

  // What was started last ends first; the broker outlives its clients.
  private synchronized void end() {
    while (!started.isEmpty()) {
      try {
        started.pop().close();
      } catch (Exception e) {
        // Nothing is left to be done about it, and the others must end too.
      }
    }
  }

  private synchronized <T extends AutoCloseable> T keep(T part) {
    started.push(part);
    return part;
  }

  private static InputStream definition() throws IOException {
    var definition = LocalCluster.class.getResourceAsStream(DEFINITION);
    if (definition == null) {
      throw new IOException("the class path holds no " + DEFINITION);
    }
    return definition;
  }
}
