package io.hamstring.samples.kubelet;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.PodResource;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.net.HttpURLConnection;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One look at everything: what the API wants, if that has changed, and how the processes are.
 * Watches only wake it; what it acts on is read afresh, so it never acts on a stale copy. Confined
 * to the kubelet's thread, but for {@link #watch} and {@link #close}.
 */
final class KubeletLoop implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(KubeletLoop.class);

  private final KubernetesClient client;
  private final NodePods pods;
  private final Clock clock;
  private final AtomicBoolean apiChanged = new AtomicBoolean(true);
  private final AtomicBoolean closed = new AtomicBoolean();
  private final List<AutoCloseable> watches = new ArrayList<>();

  KubeletLoop(KubernetesClient client, NodePods pods, Clock clock) {
    this.client = client;
    this.pods = pods;
    this.clock = clock;
  }

  /** Begins to watch; {@code wake} asks for a look. */
  void watch(Runnable wake) {
    var waker = new Waker(wake);
    watches.add(client.apps().deployments().inAnyNamespace().inform(waker.handler()));
    watches.add(client.apps().replicaSets().inAnyNamespace().inform(waker.handler()));
    watches.add(client.pods().inAnyNamespace().inform(waker.handler()));
  }

  void pass() {
    if (closed.get()) {
      return;
    }
    try {
      if (apiChanged.getAndSet(false)) {
        followApi();
      }
      var now = clock.instant();
      pods.all().forEach(runtime -> runtime.look(now));
      pods.all().forEach(runtime -> tell(runtime, now));
    } catch (KubernetesClientException failed) {
      // Somebody else changed or removed the object meanwhile, or the API is away: look again.
      apiChanged.set(true);
      LOG.debug("a look at the API broke off and is repeated", failed);
    } catch (RuntimeException failed) {
      apiChanged.set(true);
      LOG.error("a look at the pods broke off and is repeated", failed);
    }
  }

  private void followApi() {
    var all = client.pods().inAnyNamespace().list().getItems();
    followPods(all);
    var deployments = client.apps().deployments().inAnyNamespace().list().getItems();
    var sets = client.apps().replicaSets().inAnyNamespace().list().getItems();
    var controller = new DeploymentController(client, clock.instant());
    for (var deployment : deployments) {
      if (!Owned.isGoing(deployment) && controller.reconcile(deployment, sets, all)) {
        apiChanged.set(true);
      }
    }
  }

  private void followPods(List<Pod> all) {
    var now = clock.instant();
    for (var pod : all) {
      if (Owned.isGoing(pod) && pods.knows(pod)) {
        var grace =
            Optional.ofNullable(pod.getMetadata().getDeletionGracePeriodSeconds()).orElse(0L);
        pods.runtime(pod, now).stop(now, Duration.ofSeconds(grace));
      } else if (Owned.isGoing(pod)) {
        release(pod);
      } else if (pod.getSpec().getNodeName() == null) {
        bind(pod);
      } else {
        pods.runtime(pod, now);
      }
    }
    var present = all.stream().map(pod -> pod.getMetadata().getUid()).collect(Collectors.toSet());
    pods.all().stream()
        .filter(runtime -> !present.contains(runtime.pod().getMetadata().getUid()))
        .forEach(runtime -> runtime.stop(now, Duration.ZERO));
  }

  private void bind(Pod pod) {
    at(pod)
        .edit(
            live -> new PodBuilder(live).editSpec().withNodeName(LocalNode.NAME).endSpec().build());
  }

  // By name, so that an edit starts from what is there now.
  private PodResource at(Pod pod) {
    var metadata = pod.getMetadata();
    return client.pods().inNamespace(metadata.getNamespace()).withName(metadata.getName());
  }

  private void tell(PodRuntime runtime, Instant now) {
    var status = runtime.statusToWrite(now);
    if (status.isPresent()) {
      write(runtime, status.get());
    }
    if (runtime.isStopping() && runtime.isOver()) {
      release(runtime.pod());
      pods.remove(runtime);
    }
  }

  private void write(PodRuntime runtime, PodStatus status) {
    try {
      at(runtime.pod()).editStatus(live -> new PodBuilder(live).withStatus(status).build());
    } catch (KubernetesClientException failed) {
      if (failed.getCode() != HttpURLConnection.HTTP_NOT_FOUND) {
        throw failed;
      }
    }
    runtime.statusWritten(status);
  }

  private void release(Pod pod) {
    client.resource(pod).withGracePeriod(0).delete();
  }

  /** Stops watching and looking. */
  @Override
  public void close() {
    closed.set(true);
    for (var watch : watches) {
      try {
        watch.close();
      } catch (Exception e) {
        LOG.debug("a watch was gone already", e);
      }
    }
  }

  /** Notes that the API has changed, whatever it is that changed. */
  private final class Waker {
    private final Runnable wake;

    private Waker(Runnable wake) {
      this.wake = wake;
    }

    private <T extends HasMetadata> ResourceEventHandler<T> handler() {
      return new ResourceEventHandler<>() {
        @Override
        public void onAdd(T object) {
          changed();
        }

        @Override
        public void onUpdate(T before, T after) {
          if (!before
              .getMetadata()
              .getResourceVersion()
              .equals(after.getMetadata().getResourceVersion())) {
            changed();
          }
        }

        @Override
        public void onDelete(T object, boolean finalStateUnknown) {
          changed();
        }
      };
    }

    private void changed() {
      apiChanged.set(true);
      if (!closed.get()) {
        wake.run();
      }
    }
  }
}
