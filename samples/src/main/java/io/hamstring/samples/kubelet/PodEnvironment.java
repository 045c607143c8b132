package io.hamstring.samples.kubelet;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVarSource;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The environment variables of a container, references resolved.
 *
 * @param podIp the pod's address
 * @param local what stands above all that the pod says
 */
record PodEnvironment(Pod pod, String podIp, ConfigSource source, Map<String, String> local) {

  private static final Pattern REFERENCE = Pattern.compile("\\$\\(([A-Za-z_][A-Za-z0-9_]*)\\)");
  private static final Pattern KEYED =
      Pattern.compile("metadata\\.(labels|annotations)\\['(.+)'\\]");

  Map<String, String> of(Container container) {
    var variables = new LinkedHashMap<String, String>();
    for (var from : container.getEnvFrom()) {
      var prefix = Optional.ofNullable(from.getPrefix()).orElse("");
      if (from.getConfigMapRef() != null) {
        var ref = from.getConfigMapRef();
        source
            .configMap(ref.getName(), Boolean.TRUE.equals(ref.getOptional()))
            .forEach((key, value) -> variables.put(prefix + key, text(value)));
      } else if (from.getSecretRef() != null) {
        var ref = from.getSecretRef();
        source
            .secret(ref.getName(), Boolean.TRUE.equals(ref.getOptional()))
            .forEach((key, value) -> variables.put(prefix + key, text(value)));
      }
    }
    for (var variable : container.getEnv()) {
      var value =
          variable.getValueFrom() == null
              ? Optional.of(Optional.ofNullable(variable.getValue()).orElse(""))
              : valueOf(variable.getValueFrom());
      value.ifPresent(text -> variables.put(variable.getName(), expanded(text, variables)));
    }
    variables.putAll(local);
    return variables;
  }

  /** {@code text} with every {@code $(NAME)} replaced that names a variable. */
  static String expanded(String text, Map<String, String> variables) {
    return REFERENCE
        .matcher(text)
        .replaceAll(
            match ->
                Matcher.quoteReplacement(variables.getOrDefault(match.group(1), match.group())));
  }

  private Optional<String> valueOf(EnvVarSource from) {
    if (from.getFieldRef() != null) {
      return Optional.of(field(from.getFieldRef().getFieldPath()));
    }
    if (from.getConfigMapKeyRef() != null) {
      var ref = from.getConfigMapKeyRef();
      var optional = Boolean.TRUE.equals(ref.getOptional());
      return key(source.configMap(ref.getName(), optional), ref.getKey(), optional);
    }
    if (from.getSecretKeyRef() != null) {
      var ref = from.getSecretKeyRef();
      var optional = Boolean.TRUE.equals(ref.getOptional());
      return key(source.secret(ref.getName(), optional), ref.getKey(), optional);
    }
    throw new MissingConfigException("a variable has a source that is not supported here");
  }

  private static Optional<String> key(Map<String, byte[]> content, String key, boolean optional) {
    if (!content.containsKey(key) && !optional) {
      throw new MissingConfigException("key " + key + " is missing");
    }
    return Optional.ofNullable(content.get(key)).map(PodEnvironment::text);
  }

  private String field(String path) {
    var metadata = pod.getMetadata();
    var keyed = KEYED.matcher(path);
    if (keyed.matches()) {
      var map = keyed.group(1).equals("labels") ? metadata.getLabels() : metadata.getAnnotations();
      return Optional.ofNullable(map).map(values -> values.get(keyed.group(2))).orElse("");
    }
    return switch (path) {
      case "metadata.name" -> metadata.getName();
      case "metadata.namespace" -> metadata.getNamespace();
      case "metadata.uid" -> metadata.getUid();
      case "status.podIP", "status.hostIP" -> podIp;
      case "spec.nodeName" -> LocalNode.NAME;
      case "spec.serviceAccountName" ->
          Optional.ofNullable(pod.getSpec().getServiceAccountName()).orElse("default");
      default -> throw new MissingConfigException("field " + path + " is not supported here");
    };
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
