package io.hamstring.samples.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;

/**
 * Where an object is stored.
 *
 * @param type {@link ResourceType#id()}
 * @param namespace empty for kinds without one
 */
record ObjectKey(String type, String namespace, String name) implements Comparable<ObjectKey> {

  private static final Comparator<ObjectKey> ORDER =
      Comparator.comparing(ObjectKey::type)
          .thenComparing(ObjectKey::namespace)
          .thenComparing(ObjectKey::name);

  static ObjectKey of(ResourceType type, JsonNode object) {
    return new ObjectKey(type.id(), Json.namespace(object), Json.name(object));
  }

  @Override
  public int compareTo(ObjectKey other) {
    return ORDER.compare(this, other);
  }
}
