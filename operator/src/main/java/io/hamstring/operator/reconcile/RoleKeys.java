package io.hamstring.operator.reconcile;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.hamstring.operator.desired.RoleKey;
import io.hamstring.operator.spec.Pipeline;
import io.hamstring.operator.spec.PipelineStage;
import io.hamstring.operator.spec.PodNames;
import io.hamstring.operator.spec.Resolution;
import java.net.HttpURLConnection;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The key from which the tokens of roles come, in a Secret of the operator's own namespace, so that
 * a successor has the same. It is read, or made, when the first pipeline needs it.
 */
public final class RoleKeys {

  /** The Secret with the key. */
  public static final String SECRET = "hamstring-operator-roles";

  private static final Logger LOG = LoggerFactory.getLogger(RoleKeys.class);
  private static final String ENTRY = "key";

  private final KubernetesClient client;
  private final String namespace;
  private final ReentrantLock lock = new ReentrantLock();

  // Set once, under the lock.
  private volatile RoleKey key;
  private volatile String problem = "";

  /**
   * @param namespace the operator's own
   */
  public RoleKeys(KubernetesClient client, String namespace) {
    this.client = client;
    this.namespace = namespace;
  }

  /** The key, if it is known by now. */
  public Optional<RoleKey> known() {
    return Optional.ofNullable(key);
  }

  /** Whether a pipeline needs a key that is not there; nothing tells when it is. */
  boolean areMissed(Resolution resolution) {
    return key == null && resolution.pipeline().filter(RoleKeys::needsKey).isPresent();
  }

  /** A resolution that can be run: without a key no worker waits to be told anything. */
  Resolution complete(Resolution resolution) {
    var pipeline = resolution.pipeline();
    if (pipeline.filter(RoleKeys::needsKey).isEmpty() || isKnown()) {
      return resolution;
    }
    var warnings = new ArrayList<>(resolution.warnings());
    warnings.add(problem);
    return Resolution.of(
        pipeline
            .get()
            .with(pipeline.get().stages().stream().map(PipelineStage::withoutStandby).toList()),
        warnings);
  }

  private static boolean needsKey(Pipeline pipeline) {
    return pipeline.stages().stream().anyMatch(PipelineStage::keepsStandbys);
  }

  private boolean isKnown() {
    if (key != null) {
      return true;
    }
    lock.lock();
    try {
      if (key == null) {
        key = read().orElseGet(this::make);
        problem = "";
      }
      return true;
    } catch (KubernetesClientException | IllegalArgumentException refused) {
      problem =
          "spec.stages[].standby: no standby workers are run, for the key of their roles, Secret "
              + namespace
              + "/"
              + SECRET
              + ", can be neither read nor made (the chart's rbac.standby=true grants it): "
              + refused.getMessage();
      LOG.warn("{}", problem);
      return false;
    } finally {
      lock.unlock();
    }
  }

  private Optional<RoleKey> read() {
    return Optional.ofNullable(client.secrets().inNamespace(namespace).withName(SECRET).get())
        .map(Secret::getData)
        .map(data -> data.get(ENTRY))
        .map(text -> new RoleKey(Base64.getDecoder().decode(text)));
  }

  private RoleKey make() {
    var bytes = new byte[RoleKey.BYTES];
    new SecureRandom().nextBytes(bytes);
    var secret =
        new SecretBuilder()
            .withNewMetadata()
            .withNamespace(namespace)
            .withName(SECRET)
            .withLabels(Map.of(PodNames.MANAGED_BY, PodNames.OPERATOR))
            .endMetadata()
            .withType("Opaque")
            .addToData(ENTRY, Base64.getEncoder().encodeToString(bytes))
            .build();
    try {
      client.resource(secret).create();
      return new RoleKey(bytes);
    } catch (KubernetesClientException failed) {
      // Another operator was quicker.
      if (failed.getCode() == HttpURLConnection.HTTP_CONFLICT) {
        return read().orElseThrow(() -> failed);
      }
      throw failed;
    }
  }
}
