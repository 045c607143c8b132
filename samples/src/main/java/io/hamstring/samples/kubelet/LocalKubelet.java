package io.hamstring.samples.kubelet;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.hamstring.broker.ChildProcess;
import io.hamstring.samples.apiserver.LogSource;
import io.hamstring.samples.runtime.threads.NamedThreads;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Runs the pods of every Deployment as processes of this machine: deployment controller, scheduler
 * and kubelet of a cluster with one node. Everything happens on one thread, {@code kubelet}; two
 * more carry probes. The processes die with this JVM: they see their standard input end.
 *
 * <p>Not supported: init containers, probes other than over HTTP, volumes other than ConfigMap,
 * Secret and emptyDir, changes of a ConfigMap under a running container.
 */
public final class LocalKubelet implements AutoCloseable, LogSource {

  private static final int PROBE_THREADS = 2;
  private static final long END_BOUND_SECONDS = 30;

  private final ScheduledExecutorService thread;
  private final ExecutorService probes;
  private final NodePods pods;
  private final KubeletLoop loop;

  private LocalKubelet(KubernetesClient client, KubeletSettings settings) {
    thread = NamedThreads.one("kubelet");
    probes = NamedThreads.some("kubelet-probe", PROBE_THREADS);
    pods = new NodePods(client, settings, new Prober(probes, thread), this::wake);
    loop = new KubeletLoop(client, pods, Clock.systemUTC());
  }

  /** Starts one that serves all namespaces of {@code client}'s cluster. */
  public static LocalKubelet start(KubernetesClient client, KubeletSettings settings) {
    LocalNode.register(client);
    var kubelet = new LocalKubelet(client, settings);
    kubelet.loop.watch(kubelet::wake);
    var look = settings.look().toMillis();
    kubelet.thread.scheduleWithFixedDelay(kubelet::pass, 0, look, TimeUnit.MILLISECONDS);
    return kubelet;
  }

  private void pass() {
    loop.pass();
  }

  private void wake() {
    try {
      thread.execute(this::pass);
    } catch (RejectedExecutionException closed) {
      // A process or watch that ends after the kubelet has nobody to tell.
    }
  }

  /** All pods that are here now, in no order. */
  public List<LocalPod> pods() {
    return pods.all().stream().map(NodePods::describe).toList();
  }

  /** The workers of one stage. */
  public List<LocalPod> workers(String namespace, String stage) {
    return pods().stream()
        .filter(pod -> pod.namespace().equals(namespace) && pod.stage().equals(stage))
        .toList();
  }

  /** Kills the processes of a pod (SIGKILL); it restarts them as after any crash. */
  public void kill(String namespace, String pod) {
    toProcesses(namespace, pod, ChildProcess::kill);
  }

  /** Tells the processes of a pod to end (SIGTERM); it restarts them as after any end. */
  public void terminate(String namespace, String pod) {
    toProcesses(namespace, pod, ChildProcess::terminate);
  }

  /** Freezes the processes of a pod (SIGSTOP). */
  public void pause(String namespace, String pod) {
    toProcesses(namespace, pod, ChildProcess::pause);
  }

  /** Lets frozen processes of a pod go on (SIGCONT). */
  public void resume(String namespace, String pod) {
    toProcesses(namespace, pod, ChildProcess::resume);
  }

  private void toProcesses(String namespace, String pod, Consumer<ChildProcess> act) {
    pods.find(namespace, pod)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no pod " + pod + " of namespace " + namespace + " is on this machine"))
        .containers()
        .forEach(container -> container.process().ifPresent(act));
  }

  @Override
  public Optional<Path> find(String namespace, String pod, String container, boolean previous) {
    return pods.find(namespace, pod)
        .flatMap(
            found ->
                found.containers().stream()
                    .filter(c -> container.isEmpty() || c.container().getName().equals(container))
                    .findFirst())
        .map(found -> found.log(previous));
  }

  /** Kills all processes and stops looking; the objects in the API stay as they are. */
  @Override
  public void close() {
    loop.close();
    thread.execute(pods::killAll);
    thread.shutdown();
    try {
      if (!thread.awaitTermination(END_BOUND_SECONDS, TimeUnit.SECONDS)) {
        thread.shutdownNow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    pods.killAll();
    probes.shutdownNow();
  }
}
