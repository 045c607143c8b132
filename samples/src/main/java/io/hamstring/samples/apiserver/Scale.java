package io.hamstring.samples.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** The replicas of an object, as the {@code scale} subresource shows them. */
final class Scale {

  private Scale() {}

  static ObjectNode of(ObjectNode object) {
    var scale = Json.object().put("kind", "Scale").put("apiVersion", "autoscaling/v1");
    var metadata = scale.putObject("metadata");
    for (var field : new String[] {"name", "namespace", "uid", "resourceVersion"}) {
      metadata.set(field, object.path("metadata").path(field));
    }
    scale.putObject("spec").put("replicas", object.at("/spec/replicas").asInt(1));
    scale.putObject("status").put("replicas", object.at("/status/replicas").asInt());
    return scale;
  }

  /** {@code live} with the replicas that {@code scale} wants. */
  static ObjectNode applied(ObjectNode live, ObjectNode scale) {
    var replicas = scale.at("/spec/replicas").asInt();
    if (replicas < 0) {
      throw ApiException.invalid("spec.replicas: must be at least 0, was " + replicas);
    }
    var scaled = live.deepCopy();
    scaled.withObject("/spec").put("replicas", replicas);
    var version = scale.at("/metadata/resourceVersion").asText();
    if (!version.isEmpty()) {
      Json.metadata(scaled).put("resourceVersion", version);
    }
    return scaled;
  }
}
