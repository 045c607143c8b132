package io.hamstring.operator;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.util.StdConverter;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
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
    mapper.addMixIn(Pod.class, WithLittleSpec.class);
    mapper.registerModule(
        new SimpleModule("shared parts")
            .addDeserializer(String.class, new SharedStrings())
            .setDeserializerModifier(new SharedParts()));
    mapper.setNodeFactory(new SharedStrings.Trees());
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
        .withHttpClientBuilderConsumer(
            http -> http.addOrReplaceInterceptor(RetryAfter.NAME, new RetryAfter()))
        .build();
  }

  /** Who owns which field is the server's business, and half of many an object. */
  @JsonIgnoreProperties("managedFields")
  private interface WithoutManagedFields {}

  /** Nobody writes a pod here, and its template is in its Deployment. */
  private abstract static class WithLittleSpec {
    @JsonProperty
    @JsonDeserialize(converter = LittleSpec.class)
    private PodSpec spec;
  }

  private static final class LittleSpec extends StdConverter<PodSpec, PodSpec> {

    @Override
    public PodSpec convert(PodSpec whole) {
      var little = new PodSpec();
      little.setNodeName(whole.getNodeName());
      little.setContainers(whole.getContainers().stream().map(LittleSpec::convert).toList());
      return little;
    }

    private static Container convert(Container whole) {
      var little = new Container();
      little.setName(whole.getName());
      little.setPorts(whole.getPorts());
      return little;
    }
  }
}
