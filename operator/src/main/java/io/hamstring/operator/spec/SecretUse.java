package io.hamstring.operator.spec;

import io.fabric8.kubernetes.api.model.EnvFromSource;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.hamstring.operator.spec.SecretKey.Content;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** Which Secret keys what of a pipeline sees. */
final class SecretUse {

  private SecretUse() {}

  /** Everything that is named anywhere. */
  static SortedSet<SecretKey> of(Pipeline pipeline) {
    var keys = new TreeSet<SecretKey>(pipeline.access().operator().files().values());
    pipeline.stages().forEach(stage -> keys.addAll(of(pipeline, stage)));
    return keys;
  }

  /** What the pods of a stage see when they start; files in volumes of their own change in them. */
  static SortedSet<SecretKey> of(Pipeline pipeline, PipelineStage stage) {
    var keys = new TreeSet<SecretKey>(pipeline.access().workers().files().values());
    keys.addAll(stage.secretFiles().values());
    var field = "stage " + stage.name() + ", environment";
    var template = stage.template();
    variables(template.env(), field, keys);
    sources(template.envFrom(), field, keys);
    if (template.sidecar() != null) {
      variables(template.sidecar().getEnv(), field + " of the processor", keys);
      sources(template.sidecar().getEnvFrom(), field + " of the processor", keys);
    }
    return keys;
  }

  private static void variables(List<EnvVar> variables, String field, Collection<SecretKey> keys) {
    for (var variable : variables) {
      var from = variable.getValueFrom() == null ? null : variable.getValueFrom().getSecretKeyRef();
      if (from != null && from.getName() != null && from.getKey() != null) {
        keys.add(new SecretKey(from.getName(), from.getKey(), field, content(from.getOptional())));
      }
    }
  }

  private static void sources(
      List<EnvFromSource> sources, String field, Collection<SecretKey> keys) {
    for (var source : sources) {
      var from = source.getSecretRef();
      if (from != null && from.getName() != null) {
        keys.add(new SecretKey(from.getName(), null, field, content(from.getOptional())));
      }
    }
  }

  private static Content content(Boolean optional) {
    return Boolean.TRUE.equals(optional) ? Content.ANY_OR_NONE : Content.ANY;
  }
}
