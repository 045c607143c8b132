package io.hamstring.samples.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * Creates and changes objects by the API's rules: versions, generations, status apart, field
 * ownership. A change that changes nothing is not written.
 */
final class ObjectWrites {

  // The API server keeps these; what a client sends there is not taken.
  private static final List<String> KEPT_METADATA =
      List.of(
          "name",
          "namespace",
          "uid",
          "creationTimestamp",
          "deletionTimestamp",
          "deletionGracePeriodSeconds",
          "generation",
          "resourceVersion",
          "managedFields");
  private static final Set<String> NOT_WANTED = Set.of("metadata", "status", "kind", "apiVersion");

  private final ObjectStore store;
  private final ResourceTypes types;
  private final Deletion deletion;
  private final Clock clock;
  private final RandomGenerator random;

  ObjectWrites(
      ObjectStore store,
      ResourceTypes types,
      Deletion deletion,
      Clock clock,
      RandomGenerator random) {
    this.store = store;
    this.types = types;
    this.deletion = deletion;
    this.clock = clock;
    this.random = random;
  }

  ObjectNode create(ApiPath path, ObjectNode body, WriteOptions options) {
    return create(path, body, options, "Update");
  }

  private ObjectNode create(ApiPath path, ObjectNode body, WriteOptions options, String operation) {
    var type = path.type();
    var object = body.deepCopy();
    identify(object, path);
    var key = ObjectKey.of(type, object);
    if (store.find(key).isPresent()) {
      throw ApiException.alreadyExists(type, key.name());
    }
    requireNamespace(key);
    object.remove("status");
    initialStatus(type, object);
    var metadata = Json.metadata(object);
    metadata.remove(List.of("deletionTimestamp", "deletionGracePeriodSeconds", "managedFields"));
    metadata.put("uid", uuid()).put("creationTimestamp", Timestamps.of(clock.instant()));
    if (type.hasGeneration()) {
      metadata.put("generation", 1);
    }
    var owner = new ManagedFields.Owner(options.manager(), operation, "");
    ManagedFields.of(object)
        .with(owner, FieldSet.of(withoutStatus(object, type), type), FieldSet.NONE)
        .writeTo(object, type.apiVersion(), clock.instant());
    if (options.dryRun()) {
      return object;
    }
    if (type.equals(BuiltInTypes.DEFINITIONS)) {
      types.add(ResourceType.ofDefinition(object));
    }
    var stored = store.put(key, object);
    deletion.collectIfOrphan(key, stored);
    return stored;
  }

  /** Puts {@code wanted} in the place of {@code live}; of a subresource, only its part. */
  ObjectNode replace(ApiPath path, ObjectNode live, ObjectNode wanted, WriteOptions options) {
    requireSame(path, live, wanted);
    var next = isolated(path, live, wanted);
    var before = FieldSet.leaves(live, path.type());
    var after = FieldSet.leaves(next, path.type());
    var changed = new HashSet<List<String>>();
    after.forEach(
        (field, value) -> {
          if (!value.equals(before.get(field))) {
            changed.add(field);
          }
        });
    var owner = ManagedFields.Owner.updating(options.manager(), path.subresource());
    var managed = ManagedFields.of(live);
    var taken = new FieldSet(changed);
    var ownership =
        managed
            .with(owner, managed.of(owner).plus(taken), taken)
            .onlyOf(new FieldSet(after.keySet()));
    return commit(path, live, next, ownership, options);
  }

  /** Server-side apply: {@code live} becomes what all its appliers want together. */
  ObjectNode apply(ApiPath path, ObjectNode live, ObjectNode body, WriteOptions options) {
    var type = path.type();
    var applied = ownPart(path, withoutNulls(body));
    requireSame(path, live, applied);
    var leaves = FieldSet.leaves(applied, type);
    var current = FieldSet.leaves(live, type);
    var owner = ManagedFields.Owner.applying(options.manager(), path.subresource());
    var managed = ManagedFields.of(live);
    var different = new HashSet<List<String>>();
    leaves.forEach(
        (field, value) -> {
          if (!value.equals(current.get(field))) {
            different.add(field);
          }
        });
    var disputed = new FieldSet(different).and(managed.ofOthers(owner));
    if (!disputed.isEmpty() && !options.force()) {
      throw ApiException.ownedByOthers(
          "Apply failed with "
              + disputed.paths().size()
              + " conflicts with "
              + managed.rivals(owner, disputed)
              + ": "
              + disputed.paths());
    }
    var fields = new FieldSet(leaves.keySet());
    var kept = fields.plus(managed.ofOthers(owner));
    var merged = new Merge(type).of(live, applied);
    managed.of(owner).minus(kept).removeFrom(merged, kept);
    var next = isolated(path, live, merged);
    return commit(path, live, next, managed.with(owner, fields, disputed), options);
  }

  /** Server-side apply to what is not there yet. */
  ObjectNode applyNew(ApiPath path, ObjectNode body, WriteOptions options) {
    return create(path, withoutNulls(body), options, "Apply");
  }

  private ObjectNode commit(
      ApiPath path,
      ObjectNode live,
      ObjectNode next,
      ManagedFields ownership,
      WriteOptions options) {
    ownership.writeTo(next, path.type().apiVersion(), clock.instant());
    if (next.equals(live)) {
      return live;
    }
    if (path.type().hasGeneration() && isWantedOtherwise(live, next)) {
      Json.metadata(next).put("generation", live.at("/metadata/generation").asInt() + 1);
    }
    if (options.dryRun()) {
      return next;
    }
    if (path.type().equals(BuiltInTypes.DEFINITIONS)) {
      types.add(ResourceType.ofDefinition(next));
    }
    var stored = store.put(path.key(), next);
    return deletion.finishIfReleased(path.key(), stored);
  }

  private ObjectNode isolated(ApiPath path, ObjectNode live, ObjectNode wanted) {
    if (path.subresource().equals(ResourceType.STATUS)) {
      var next = live.deepCopy();
      moveField("status", wanted, next);
      return next;
    }
    var next = wanted.deepCopy();
    if (path.type().hasStatus()) {
      moveField("status", live, next);
    }
    next.put("apiVersion", path.type().apiVersion()).put("kind", path.type().kind());
    var metadata = Json.metadata(next);
    KEPT_METADATA.forEach(field -> moveField(field, Json.metadata(live), metadata));
    return next;
  }

  private static void moveField(String field, ObjectNode from, ObjectNode to) {
    if (from.has(field)) {
      to.set(field, from.get(field).deepCopy());
    } else {
      to.remove(field);
    }
  }

  private static boolean isWantedOtherwise(ObjectNode before, ObjectNode after) {
    return !before.deepCopy().without(NOT_WANTED).equals(after.deepCopy().without(NOT_WANTED));
  }

  private static ObjectNode ownPart(ApiPath path, ObjectNode applied) {
    if (path.subresource().equals(ResourceType.STATUS)) {
      return applied.deepCopy().retain("apiVersion", "kind", "metadata", "status");
    }
    return withoutStatus(applied, path.type());
  }

  private static ObjectNode withoutStatus(ObjectNode object, ResourceType type) {
    return type.hasStatus() ? object.deepCopy().without("status") : object;
  }

  private static ObjectNode withoutNulls(ObjectNode object) {
    var copy = object.deepCopy();
    stripNulls(copy);
    return copy;
  }

  private static void stripNulls(JsonNode node) {
    if (node instanceof ObjectNode object) {
      object.removeIf(JsonNode::isNull);
    }
    node.forEach(ObjectWrites::stripNulls);
  }

  private static void requireSame(ApiPath path, ObjectNode live, ObjectNode wanted) {
    var version = wanted.at("/metadata/resourceVersion").asText();
    var uid = Json.uid(wanted);
    if (!version.isEmpty() && !version.equals(live.at("/metadata/resourceVersion").asText())
        || !uid.isEmpty() && !uid.equals(Json.uid(live))) {
      throw ApiException.stale(path.type(), path.name());
    }
  }

  private void identify(ObjectNode object, ApiPath path) {
    var type = path.type();
    var metadata = Json.metadata(object);
    if (Json.name(object).isEmpty()) {
      var base = path.isCollection() ? metadata.path("generateName").asText() : path.name();
      if (base.isEmpty()) {
        throw ApiException.invalid("metadata.name: name or generateName is required");
      }
      metadata.put("name", path.isCollection() ? base + suffix() : base);
    }
    if (!path.isCollection() && !path.name().equals(Json.name(object))) {
      throw ApiException.badRequest(
          "the name of the object (" + Json.name(object) + ") is not that of the path");
    }
    if (type.namespaced()) {
      var namespace = Json.namespace(object);
      if (!namespace.isEmpty() && !namespace.equals(path.namespace())) {
        throw ApiException.badRequest(
            "the namespace of the object (" + namespace + ") is not that of the path");
      }
      metadata.put("namespace", path.namespace());
    } else {
      metadata.remove("namespace");
    }
    object.put("apiVersion", type.apiVersion()).put("kind", type.kind());
  }

  private void requireNamespace(ObjectKey key) {
    var namespaces = BuiltInTypes.NAMESPACES;
    if (!key.namespace().isEmpty()
        && store.find(new ObjectKey(namespaces.id(), "", key.namespace())).isEmpty()) {
      throw ApiException.notFound(namespaces, key.namespace());
    }
  }

  private void initialStatus(ResourceType type, ObjectNode object) {
    if (type.equals(BuiltInTypes.PODS)) {
      object.putObject("status").put("phase", "Pending");
    } else if (type.equals(BuiltInTypes.NAMESPACES)) {
      object.putObject("status").put("phase", "Active");
    } else if (type.equals(BuiltInTypes.DEFINITIONS)) {
      var conditions = object.putObject("status").putArray("conditions");
      for (var condition : List.of("NamesAccepted", "Established")) {
        conditions.addObject().put("type", condition).put("status", "True");
      }
    }
  }

  private String suffix() {
    return random
        .ints(5, 0, 36)
        .mapToObj(digit -> Integer.toString(digit, 36))
        .reduce("", String::concat);
  }

  private String uuid() {
    return new UUID(random.nextLong(), random.nextLong()).toString();
  }
}
