package io.hamstring.operator.reconcile;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.hamstring.operator.spec.SecretContent;
import java.net.HttpURLConnection;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/** One Secret: read when it is first asked for, watched from then on. */
final class WatchedSecret implements ResourceEventHandler<Secret> {

  private final Resource<Secret> secret;
  private final Runnable whenChanged;
  private final ReentrantLock lock = new ReentrantLock();

  // Written under the lock; null until it was read.
  private volatile SecretContent content;

  // All guarded by lock. Base64 as the API has it; null when it was not read yet, or may not be.
  private Map<String, String> data;
  private SharedIndexInformer<Secret> informer;
  private boolean closed;

  WatchedSecret(Resource<Secret> secret, Runnable whenChanged) {
    this.secret = secret;
    this.whenChanged = whenChanged;
  }

  /** What stands in it now, as far as is known. */
  SecretContent content() {
    lock.lock();
    try {
      if (content == null || isRefused()) {
        read();
      }
      return content;
    } finally {
      lock.unlock();
    }
  }

  boolean isRefused() {
    var known = content;
    return known != null && known.state() == SecretContent.State.REFUSED;
  }

  private void read() {
    try {
      holds(secret.get());
      watch();
    } catch (KubernetesClientException failure) {
      if (failure.getCode() != HttpURLConnection.HTTP_FORBIDDEN
          && failure.getCode() != HttpURLConnection.HTTP_UNAUTHORIZED) {
        throw failure;
      }
      data = null;
      content =
          SecretContent.refused(
              Optional.ofNullable(failure.getStatus())
                  .map(status -> status.getMessage())
                  .orElse("HTTP " + failure.getCode()));
    }
  }

  private void watch() {
    if (informer == null && !closed) {
      informer = secret.runnableInformer(0);
      // Whatever ends the watch, rights included, it is tried again, slower and slower.
      informer.exceptionHandler((started, failure) -> true);
      informer.addEventHandler(this);
      informer.start();
    }
  }

  /** Takes over what was seen; null for no Secret. */
  private boolean holds(Secret seen) {
    var before = data;
    var isKnown = content != null && !isRefused();
    if (seen == null) {
      data = null;
      content = SecretContent.ABSENT;
      return !isKnown || before != null;
    }
    data = Optional.ofNullable(seen.getData()).orElse(Map.of());
    if (isKnown && data.equals(before)) {
      return false;
    }
    var decoded = new HashMap<String, byte[]>();
    data.forEach((key, value) -> decoded.put(key, Base64.getDecoder().decode(value)));
    content = SecretContent.of(decoded);
    return true;
  }

  private void seen(Secret now) {
    boolean isNews;
    lock.lock();
    try {
      isNews = !closed && holds(now);
    } finally {
      lock.unlock();
    }
    if (isNews) {
      whenChanged.run();
    }
  }

  @Override
  public void onAdd(Secret added) {
    seen(added);
  }

  @Override
  public void onUpdate(Secret before, Secret updated) {
    seen(updated);
  }

  @Override
  public void onDelete(Secret deleted, boolean isFinalStateUnknown) {
    seen(null);
  }

  void close() {
    lock.lock();
    try {
      closed = true;
      if (informer != null) {
        informer.stop();
      }
    } finally {
      lock.unlock();
    }
  }
}
