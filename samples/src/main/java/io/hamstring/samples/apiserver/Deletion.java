package io.hamstring.samples.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Lets objects go: finalizers hold them, a pod's node gets its grace period, and what only they
 * owned goes with them.
 */
final class Deletion {

  private static final long DEFAULT_GRACE_SECONDS = 30;

  private final ObjectStore store;
  private final ResourceTypes types;
  private final Clock clock;

  Deletion(ObjectStore store, ResourceTypes types, Clock clock) {
    this.store = store;
    this.types = types;
    this.clock = clock;
  }

  /**
   * What a client asks for.
   *
   * @param graceSeconds empty for the pod's own grace period
   * @param orphan whether dependents stay
   */
  record Request(OptionalLong graceSeconds, boolean orphan, String uid, String version) {

    static final Request PLAIN = new Request(OptionalLong.empty(), false, "", "");
  }

  /** Deletes or begins to delete; answers the object as it is after that. */
  ObjectNode delete(ResourceType type, ObjectKey key, Request request) {
    var live = store.find(key).orElseThrow(() -> ApiException.notFound(type, key.name()));
    if (!request.uid().isEmpty() && !request.uid().equals(Json.uid(live))
        || !request.version().isEmpty()
            && !request.version().equals(live.at("/metadata/resourceVersion").asText())) {
      throw ApiException.stale(type, key.name());
    }
    var grace = graceSeconds(type, live, request);
    if (isHeld(live) || grace > 0) {
      return begin(type, key, live, grace);
    }
    return finish(key, request.orphan());
  }

  private static long graceSeconds(ResourceType type, ObjectNode live, Request request) {
    if (!type.equals(BuiltInTypes.PODS) || !live.path("spec").has("nodeName")) {
      return 0;
    }
    var own = live.at("/spec/terminationGracePeriodSeconds").asLong(DEFAULT_GRACE_SECONDS);
    return request.graceSeconds().orElse(own);
  }

  private static boolean isHeld(ObjectNode object) {
    return !object.at("/metadata/finalizers").isEmpty();
  }

  private ObjectNode begin(ResourceType type, ObjectKey key, ObjectNode live, long grace) {
    var metadata = live.path("metadata");
    var begun = metadata.has("deletionTimestamp");
    if (begun && metadata.path("deletionGracePeriodSeconds").asLong() <= grace) {
      return live;
    }
    var next = live.deepCopy();
    Json.metadata(next)
        .put("deletionTimestamp", Timestamps.of(clock.instant().plus(Duration.ofSeconds(grace))))
        .put("deletionGracePeriodSeconds", grace);
    if (!begun && type.hasGeneration()) {
      Json.metadata(next).put("generation", metadata.path("generation").asInt() + 1);
    }
    return store.put(key, next);
  }

  /** Lets an object go whose last finalizer was just removed. */
  ObjectNode finishIfReleased(ObjectKey key, ObjectNode stored) {
    var metadata = stored.path("metadata");
    var due =
        metadata.has("deletionTimestamp")
            && metadata.path("deletionGracePeriodSeconds").asLong() == 0
            && !isHeld(stored);
    return due ? finish(key, false) : stored;
  }

  private ObjectNode finish(ObjectKey key, boolean orphan) {
    var last = store.remove(key);
    if (key.type().equals(BuiltInTypes.NAMESPACES.id())) {
      deleteAll(store.keysOf(object -> Json.namespace(object).equals(key.name())));
    } else if (key.type().equals(BuiltInTypes.DEFINITIONS.id())) {
      var type = ResourceType.ofDefinition(last);
      deleteAll(store.keysOf(object -> isOf(type, object)));
      types.remove(type);
    }
    var uid = Json.uid(last);
    for (var dependent : store.keysOf(object -> isOwnedBy(object, uid))) {
      if (orphan) {
        disown(dependent, uid);
      } else {
        store.find(dependent).ifPresent(object -> collectIfOrphan(dependent, object));
      }
    }
    return last;
  }

  private void deleteAll(List<ObjectKey> keys) {
    for (var key : keys) {
      typeOf(key)
          .filter(type -> store.find(key).isPresent())
          .ifPresent(t -> delete(t, key, Request.PLAIN));
    }
  }

  private Optional<ResourceType> typeOf(ObjectKey key) {
    return types.all().stream().filter(type -> type.id().equals(key.type())).findFirst();
  }

  private static boolean isOf(ResourceType type, ObjectNode object) {
    return object.path("kind").asText().equals(type.kind())
        && object.path("apiVersion").asText().equals(type.apiVersion());
  }

  private static boolean isOwnedBy(ObjectNode object, String uid) {
    for (var owner : object.at("/metadata/ownerReferences")) {
      if (owner.path("uid").asText().equals(uid)) {
        return true;
      }
    }
    return false;
  }

  /** Deletes {@code object} if it names owners and none of them exists. */
  void collectIfOrphan(ObjectKey key, ObjectNode object) {
    var owners = object.at("/metadata/ownerReferences");
    if (owners.isEmpty()) {
      return;
    }
    for (var owner : owners) {
      var uid = owner.path("uid").asText();
      if (!store.keysOf(other -> Json.uid(other).equals(uid)).isEmpty()) {
        return;
      }
    }
    deleteAll(List.of(key));
  }

  private void disown(ObjectKey key, String uid) {
    var object = store.find(key).orElseThrow().deepCopy();
    var owners = Json.array();
    object
        .at("/metadata/ownerReferences")
        .forEach(
            owner -> {
              if (!owner.path("uid").asText().equals(uid)) {
                owners.add(owner);
              }
            });
    Json.metadata(object).set("ownerReferences", owners);
    store.put(key, object);
  }
}
