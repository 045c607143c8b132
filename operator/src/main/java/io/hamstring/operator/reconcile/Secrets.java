package io.hamstring.operator.reconcile;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.hamstring.operator.spec.Resolution;
import io.hamstring.operator.spec.SecretCheck;
import io.hamstring.operator.spec.SecretContent;
import io.hamstring.operator.telemetry.PipelineKey;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * The Secrets that pipelines name, and no others: each is read and watched by its own name, from
 * the first pipeline that names it to the last, so that the operator needs no right to list what is
 * in a namespace. A change wakes the pipelines that name it.
 */
final class Secrets {

  private final KubernetesClient client;
  private final Consumer<PipelineKey> news;
  private final ReentrantLock lock = new ReentrantLock();

  // Both guarded by lock.
  private final Map<SecretName, WatchedSecret> watched = new HashMap<>();
  private final Map<PipelineKey, Set<SecretName>> used = new HashMap<>();

  Secrets(KubernetesClient client, Consumer<PipelineKey> news) {
    this.client = client;
    this.news = news;
  }

  /** A Secret's place. */
  record SecretName(String namespace, String name) {}

  /**
   * A resolution with what stands in the Secrets that it names.
   *
   * @throws io.fabric8.kubernetes.client.KubernetesClientException when the API server fails
   */
  Resolution complete(PipelineKey key, Resolution resolution) {
    if (resolution.pipeline().isEmpty()) {
      return resolution;
    }
    var names = new HashSet<SecretName>();
    for (var name : SecretCheck.namesOf(resolution.pipeline().get())) {
      names.add(new SecretName(key.namespace(), name));
    }
    var contents = new HashMap<String, SecretContent>();
    use(key, names).forEach((name, secret) -> contents.put(name.name(), secret.content()));
    return SecretCheck.of(resolution, contents);
  }

  /** Whether a pipeline names a Secret that may not be read; nothing tells when it may. */
  boolean areRefused(PipelineKey key) {
    lock.lock();
    try {
      return used.getOrDefault(key, Set.of()).stream()
          .map(watched::get)
          .anyMatch(WatchedSecret::isRefused);
    } finally {
      lock.unlock();
    }
  }

  void forget(PipelineKey key) {
    use(key, Set.of());
  }

  /** Ends all watching. */
  void close() {
    lock.lock();
    try {
      watched.values().forEach(WatchedSecret::close);
      watched.clear();
      used.clear();
    } finally {
      lock.unlock();
    }
  }

  private Map<SecretName, WatchedSecret> use(PipelineKey key, Set<SecretName> names) {
    lock.lock();
    try {
      var before = names.isEmpty() ? used.remove(key) : used.put(key, names);
      var secrets = new HashMap<SecretName, WatchedSecret>();
      for (var name : names) {
        secrets.put(name, watched.computeIfAbsent(name, this::watch));
      }
      for (var name : before == null ? Set.<SecretName>of() : before) {
        if (used.values().stream().noneMatch(others -> others.contains(name))) {
          watched.remove(name).close();
        }
      }
      return secrets;
    } finally {
      lock.unlock();
    }
  }

  private WatchedSecret watch(SecretName name) {
    return new WatchedSecret(
        client.secrets().inNamespace(name.namespace()).withName(name.name()), () -> changed(name));
  }

  private void changed(SecretName name) {
    Set<PipelineKey> concerned = new HashSet<>();
    lock.lock();
    try {
      used.forEach(
          (key, names) -> {
            if (names.contains(name)) {
              concerned.add(key);
            }
          });
    } finally {
      lock.unlock();
    }
    concerned.forEach(news);
  }
}
