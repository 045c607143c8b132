package io.hamstring.operator.apply;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes Secrets that are never changed and never read: their names say what they hold, so the only
 * right that this needs is to create. One that somebody deletes is made again by the next operator.
 */
final class MadeOnce {

  private static final Logger LOG = LoggerFactory.getLogger(MadeOnce.class);

  /** What is forgotten is asked for once more, which does no harm. */
  private static final int KEPT = 10_000;

  private final KubernetesClient client;
  private final Set<String> made =
      Collections.synchronizedSet(
          Collections.newSetFromMap(
              new LinkedHashMap<>() {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
                  return size() > KEPT;
                }
              }));

  MadeOnce(KubernetesClient client) {
    this.client = client;
  }

  /** What is to be written; empty when it is there. */
  Optional<Attempts.Write> missing(Secret secret) {
    var metadata = secret.getMetadata();
    var name = metadata.getNamespace() + "/" + metadata.getName();
    return made.contains(name)
        ? Optional.empty()
        : Optional.of(new Attempts.Write("create " + name, () -> make(secret, name)));
  }

  private void make(Secret secret, String name) {
    try {
      client.resource(secret).create();
      LOG.atInfo()
          .addKeyValue("namespace", secret.getMetadata().getNamespace())
          .addKeyValue("object", Attempts.idOf(secret))
          .log("created");
    } catch (KubernetesClientException failed) {
      if (failed.getCode() != HttpURLConnection.HTTP_CONFLICT) {
        throw failed;
      }
    }
    made.add(name);
  }
}
