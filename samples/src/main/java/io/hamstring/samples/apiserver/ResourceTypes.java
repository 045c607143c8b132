package io.hamstring.samples.apiserver;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/** The kinds that are served now. Safe for use by several threads. */
final class ResourceTypes {

  private final ConcurrentSkipListMap<String, ResourceType> byId = new ConcurrentSkipListMap<>();

  ResourceTypes() {
    BuiltInTypes.all().forEach(this::add);
  }

  void add(ResourceType type) {
    byId.put(type.id(), type);
  }

  void remove(ResourceType type) {
    byId.remove(type.id());
  }

  Optional<ResourceType> find(String group, String version, String plural) {
    return Optional.ofNullable(byId.get(group.isEmpty() ? plural : plural + "." + group))
        .filter(type -> type.version().equals(version));
  }

  Collection<ResourceType> all() {
    return byId.values();
  }

  List<ResourceType> of(String group, String version) {
    return byId.values().stream()
        .filter(type -> type.group().equals(group) && type.version().equals(version))
        .toList();
  }
}
