package io.hamstring.operator;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;

/**
 * A client of the API server that gets over connections that are dead without anybody having been
 * told, and keeps in memory only what an operator needs.
 */
public final class ApiClient {

  private ApiClient() {}

  /** A client for {@code config}; the caller closes it. */
  public static KubernetesClient of(Config config) {
    var mapper = new ObjectMapper();
    mapper.addMixIn(ObjectMeta.class, WithoutManagedFields.class);
    return new KubernetesClientBuilder()
        .withConfig(
            new ConfigBuilder(config)
                // HTTP/2 sends every call over one connection, and a call that times out leaves it
                // as it is: if it is dead, so are all calls until TCP gives up, after 15 minutes.
                .withHttp2Disable(true)
                // A web socket ends with a handshake, for which a dead one waits two minutes.
                .withOnlyHttpWatches(true)
                .build())
        .withKubernetesSerialization(new KubernetesSerialization(mapper, true))
        .build();
  }

  /** Who owns which field is the server's business, and half of many an object. */
  @JsonIgnoreProperties("managedFields")
  private interface WithoutManagedFields {}
}
