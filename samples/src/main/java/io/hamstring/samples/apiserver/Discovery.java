package io.hamstring.samples.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** The documents by which a client learns what is served. */
record Discovery(ResourceTypes types) {

  private static final List<String> VERBS =
      List.of("create", "delete", "deletecollection", "get", "list", "patch", "update", "watch");
  private static final List<String> SUBRESOURCE_VERBS = List.of("get", "patch", "update");

  /** The document at {@code path}, if it is one. */
  Optional<JsonNode> at(String path) {
    var segments = List.of(path.substring(1).split("/"));
    var root = segments.get(0);
    if (path.equals("/version")) {
      return Optional.of(version());
    }
    if (root.equals("api")) {
      return switch (segments.size()) {
        case 1 -> Optional.of(coreVersions());
        case 2 -> resources("", segments.get(1));
        default -> Optional.empty();
      };
    }
    if (root.equals("apis")) {
      return switch (segments.size()) {
        case 1 -> Optional.of(groups());
        case 2 ->
            groupNames().contains(segments.get(1))
                ? Optional.of(
                    group(segments.get(1)).put("apiVersion", "v1").put("kind", "APIGroup"))
                : Optional.empty();
        case 3 -> resources(segments.get(1), segments.get(2));
        default -> Optional.empty();
      };
    }
    return Optional.empty();
  }

  private static ObjectNode version() {
    return Json.object()
        .put("major", "1")
        .put("minor", "34")
        .put("gitVersion", "v1.34.0-hamstring-local")
        .put("platform", "local");
  }

  private static ObjectNode coreVersions() {
    var document = Json.object().put("kind", "APIVersions");
    document.putArray("versions").add("v1");
    document
        .putArray("serverAddressByClientCIDRs")
        .addObject()
        .put("clientCIDR", "0.0.0.0/0")
        .put("serverAddress", "");
    return document;
  }

  private ObjectNode groups() {
    var document = Json.object().put("kind", "APIGroupList").put("apiVersion", "v1");
    var list = document.putArray("groups");
    groupNames().forEach(name -> list.add(group(name)));
    return document;
  }

  private TreeSet<String> groupNames() {
    var names = new TreeSet<String>();
    types.all().forEach(type -> names.add(type.group()));
    names.remove("");
    return names;
  }

  private ObjectNode group(String name) {
    var group = Json.object().put("name", name);
    var versions = new TreeSet<String>();
    types.all().stream()
        .filter(type -> type.group().equals(name))
        .forEach(type -> versions.add(type.version()));
    var list = group.putArray("versions");
    versions.forEach(version -> list.add(groupVersion(name, version)));
    group.set("preferredVersion", groupVersion(name, versions.first()));
    return group;
  }

  private static ObjectNode groupVersion(String group, String version) {
    return Json.object().put("groupVersion", group + "/" + version).put("version", version);
  }

  private Optional<JsonNode> resources(String group, String version) {
    var served = types.of(group, version);
    if (served.isEmpty()) {
      return Optional.empty();
    }
    var document =
        Json.object()
            .put("kind", "APIResourceList")
            .put("apiVersion", "v1")
            .put("groupVersion", served.get(0).apiVersion());
    var list = document.putArray("resources");
    for (var type : served) {
      var resource = entry(type, type.plural(), type.kind(), VERBS);
      resource.put("singularName", type.singular());
      if (!type.shortNames().isEmpty()) {
        resource.set("shortNames", Json.array(type.shortNames()));
      }
      if (!type.categories().isEmpty()) {
        resource.set("categories", Json.array(type.categories()));
      }
      list.add(resource);
      new TreeSet<>(type.subresources()).forEach(name -> list.add(subresource(type, name)));
    }
    return Optional.of(document);
  }

  private static ObjectNode subresource(ResourceType type, String name) {
    var path = type.plural() + "/" + name;
    return name.equals(ResourceType.SCALE)
        ? entry(type, path, "Scale", SUBRESOURCE_VERBS)
            .put("group", "autoscaling")
            .put("version", "v1")
        : entry(type, path, type.kind(), SUBRESOURCE_VERBS);
  }

  private static ObjectNode entry(ResourceType type, String name, String kind, List<String> verbs) {
    var entry =
        Json.object()
            .put("name", name)
            .put("singularName", "")
            .put("namespaced", type.namespaced())
            .put("kind", kind);
    entry.set("verbs", Json.array(verbs));
    return entry;
  }
}
