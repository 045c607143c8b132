package io.hamstring.operator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.hamstring.api.v1alpha1.Definition;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the cluster's definition of HamstringPipeline lacks of this operator's. A server drops the
 * fields that it does not know without a word, so an upgrade that left the definition out would
 * show nowhere else. It is read as kubectl explain reads it, which needs no right of its own.
 */
final class InstalledDefinition {

  private static final Logger LOG = LoggerFactory.getLogger(InstalledDefinition.class);

  private static final String DOCUMENT = "/openapi/v3/apis/hamstring.io/v1alpha1";
  private static final int NAMED = 5;

  private InstalledDefinition() {}

  /** Says what is missing, if anything is; a server that does not answer is nobody's business. */
  static void check(KubernetesClient client) {
    try {
      var document = client.raw(DOCUMENT);
      var missing = document == null ? List.<String>of() : missing(document);
      if (!missing.isEmpty()) {
        LOG.error(
            "the CustomResourceDefinition hamstringpipelines.hamstring.io is older than this operator"
                + " and lacks {}{}; apply the one of this release, else the API server drops these"
                + " fields",
            String.join(", ", missing.subList(0, Math.min(NAMED, missing.size()))),
            missing.size() > NAMED ? " and " + (missing.size() - NAMED) + " more" : "");
      }
    } catch (KubernetesClientException | JsonProcessingException unreadable) {
      LOG.atDebug().setCause(unreadable).log("the installed definition cannot be read");
    }
  }

  /** The fields of the spec that {@code document}, an OpenAPI description, does not have. */
  static List<String> missing(String document) throws JsonProcessingException {
    var missing = new ArrayList<String>();
    for (var schema : new JsonMapper().readTree(document).at("/components/schemas")) {
      if (isPipeline(schema)) {
        walk("spec", Definition.specSchema(), schema.at("/properties/spec"), missing);
      }
    }
    return missing;
  }

  private static boolean isPipeline(JsonNode schema) {
    return StreamSupport.stream(schema.path("x-kubernetes-group-version-kind").spliterator(), false)
        .anyMatch(kind -> "HamstringPipeline".equals(kind.path("kind").asText()));
  }

  private static void walk(String path, JsonNode ours, JsonNode theirs, List<String> missing) {
    for (var field : ours.path("properties").properties()) {
      var name = path + "." + field.getKey();
      var there = theirs.path("properties").path(field.getKey());
      if (there.isMissingNode()) {
        missing.add(name);
      } else {
        walk(name, field.getValue(), there, missing);
      }
    }
    for (var below : List.of("items", "additionalProperties")) {
      if (ours.path(below).isObject()) {
        walk(path + "[]", ours.path(below), theirs.path(below), missing);
      }
    }
  }
}
