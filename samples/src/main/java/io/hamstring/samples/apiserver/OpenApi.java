package io.hamstring.samples.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * As much of an OpenAPI document as kubectl reads before it applies: for each kind, that patches
 * take {@code fieldValidation}, which leaves the validation to the server. (This one does none.)
 * And the schemas of custom kinds, for {@code kubectl explain}.
 */
record OpenApi(ResourceTypes types) {

  private static final String ROOT = "/openapi/v3";

  /** The document at {@code path}, if it is one; {@code prefix} is put before every link. */
  Optional<JsonNode> at(String path, String prefix) {
    if (path.equals(ROOT)) {
      return Optional.of(index(prefix));
    }
    return path.startsWith(ROOT + "/")
        ? document(path.substring(ROOT.length() + 1))
        : Optional.empty();
  }

  private ObjectNode index(String prefix) {
    var index = Json.object();
    var paths = index.putObject("paths");
    var served = new TreeSet<String>();
    types.all().forEach(type -> served.add(root(type)));
    served.forEach(
        root -> paths.putObject(root).put("serverRelativeURL", prefix + ROOT + "/" + root));
    return index;
  }

  private static String root(ResourceType type) {
    return (type.group().isEmpty() ? "api/" : "apis/") + type.apiVersion();
  }

  private Optional<JsonNode> document(String root) {
    var served = types.all().stream().filter(type -> root(type).equals(root)).toList();
    return served.isEmpty() ? Optional.empty() : Optional.of(document(root, served));
  }

  private static ObjectNode document(String root, List<ResourceType> served) {
    var document = Json.object().put("openapi", "3.0.0");
    document.putObject("info").put("title", "local").put("version", "v1");
    var paths = document.putObject("paths");
    var schemas = document.putObject("components").putObject("schemas");
    for (var type : served) {
      var collection =
          "/" + root + (type.namespaced() ? "/namespaces/{namespace}/" : "/") + type.plural();
      var patch = paths.putObject(collection + "/{name}").putObject("patch");
      patch.set("x-kubernetes-group-version-kind", groupVersionKind(type));
      patch.putArray("parameters").addObject().put("name", "fieldValidation").put("in", "query");
      patch.putObject("responses");
      var schema = type.isCustom() ? (ObjectNode) type.schema().deepCopy() : Json.object();
      schema
          .put("type", "object")
          .putArray("x-kubernetes-group-version-kind")
          .add(groupVersionKind(type));
      schemas.set(type.id() + "." + type.version(), schema);
    }
    return document;
  }

  private static ObjectNode groupVersionKind(ResourceType type) {
    return Json.object()
        .put("group", type.group())
        .put("version", type.version())
        .put("kind", type.kind());
  }
}
