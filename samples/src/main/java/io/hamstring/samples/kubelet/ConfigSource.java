package io.hamstring.samples.kubelet;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/** ConfigMaps and Secrets of one namespace, by name. */
record ConfigSource(KubernetesClient client, String namespace) {

  Map<String, byte[]> configMap(String name, boolean optional) {
    var found = client.configMaps().inNamespace(namespace).withName(name).get();
    var content = new LinkedHashMap<String, byte[]>();
    if (found == null) {
      return missing("ConfigMap " + name, optional);
    }
    found.getData().forEach((key, text) -> content.put(key, text.getBytes(StandardCharsets.UTF_8)));
    found
        .getBinaryData()
        .forEach((key, text) -> content.put(key, Base64.getDecoder().decode(text)));
    return content;
  }

  Map<String, byte[]> secret(String name, boolean optional) {
    var found = client.secrets().inNamespace(namespace).withName(name).get();
    var content = new LinkedHashMap<String, byte[]>();
    if (found == null) {
      return missing("Secret " + name, optional);
    }
    found.getData().forEach((key, text) -> content.put(key, Base64.getDecoder().decode(text)));
    return content;
  }

  private Map<String, byte[]> missing(String what, boolean optional) {
    if (optional) {
      return Map.of();
    }
    throw new MissingConfigException(what + " is not in namespace " + namespace);
  }
}
