package io.hamstring.samples.apiserver;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a path names.
 *
 * @param namespace empty for all namespaces and for kinds without one
 * @param name empty for the collection
 * @param subresource empty for the object itself
 */
record ApiPath(ResourceType type, String namespace, String name, String subresource) {

  boolean isCollection() {
    return name.isEmpty();
  }

  ObjectKey key() {
    return new ObjectKey(type.id(), namespace, name);
  }

  /** What {@code path} names, if a kind that is served. */
  static Optional<ApiPath> of(String path, ResourceTypes types) {
    var segments = new ArrayList<>(List.of(path.substring(1).split("/")));
    var core = segments.get(0).equals("api");
    if (!core && !segments.get(0).equals("apis") || segments.size() < (core ? 3 : 4)) {
      return Optional.empty();
    }
    var group = core ? "" : segments.get(1);
    var version = segments.get(core ? 1 : 2);
    var rest = segments.subList(core ? 2 : 3, segments.size());
    // The namespaces themselves: /api/v1/namespaces/x and /api/v1/namespaces/x/status.
    var inNamespace =
        rest.get(0).equals("namespaces") && rest.size() > 2 && !rest.get(2).equals("status");
    var namespace = inNamespace ? rest.get(1) : "";
    var named = inNamespace ? rest.subList(2, rest.size()) : rest;
    return types
        .find(group, version, named.get(0))
        .map(type -> new ApiPath(type, namespace, at(named, 1), at(named, 2)));
  }

  private static String at(List<String> segments, int index) {
    return index < segments.size() ? segments.get(index) : "";
  }
}
