package io.hamstring.samples.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.util.List;
import java.util.OptionalLong;

/** Answers requests about objects, each as one step that nobody can come between. */
final class ObjectRequests {

  private static final int OK = 200;
  private static final int CREATED = 201;

  private final ObjectStore store;
  private final ObjectWrites writes;
  private final Deletion deletion;
  private final Clock clock;

  ObjectRequests(ObjectStore store, ObjectWrites writes, Deletion deletion, Clock clock) {
    this.store = store;
    this.writes = writes;
    this.deletion = deletion;
    this.clock = clock;
  }

  /** What the client is told. */
  record Answer(int code, JsonNode body) {}

  Answer answer(ApiPath path, ApiRequest request) {
    return store.exclusively(
        () ->
            switch (request.method()) {
              case "GET" ->
                  new Answer(OK, path.isCollection() ? list(path, request) : get(path, request));
              case "POST" -> post(path, request);
              case "PUT" -> new Answer(OK, put(path, request));
              case "PATCH" -> patch(path, request);
              case "DELETE" -> new Answer(OK, delete(path, request));
              default -> throw ApiException.methodNotAllowed(request.method());
            });
  }

  private ObjectNode live(ApiPath path) {
    return store
        .find(path.key())
        .orElseThrow(() -> ApiException.notFound(path.type(), path.name()));
  }

  private JsonNode list(ApiPath path, ApiRequest request) {
    var type = path.type();
    var objects = store.select(request.selection(path));
    var version = Long.toString(store.version());
    if (request.wantsTable()) {
      return new Tables(type, clock.instant()).of(objects, version, request.include());
    }
    var list = Json.object().put("kind", type.kind() + "List").put("apiVersion", type.apiVersion());
    list.putObject("metadata").put("resourceVersion", version);
    list.putArray("items").addAll(objects);
    return list;
  }

  private JsonNode get(ApiPath path, ApiRequest request) {
    requireSubresource(path);
    var object = live(path);
    if (path.subresource().equals(ResourceType.SCALE)) {
      return Scale.of(object);
    }
    return request.wantsTable()
        ? new Tables(path.type(), clock.instant())
            .of(List.of(object), object.at("/metadata/resourceVersion").asText(), request.include())
        : object;
  }

  private static void requireSubresource(ApiPath path) {
    if (!path.subresource().isEmpty() && !path.type().subresources().contains(path.subresource())) {
      throw ApiException.noSuchPath(path.type().id() + "/" + path.subresource());
    }
  }

  private Answer post(ApiPath path, ApiRequest request) {
    if (path.subresource().equals("eviction")) {
      deletion.delete(path.type(), path.key(), Deletion.Request.PLAIN);
      return new Answer(CREATED, success());
    }
    if (!path.isCollection()) {
      throw ApiException.methodNotAllowed(request.method());
    }
    return new Answer(CREATED, writes.create(path, body(request), request.writeOptions()));
  }

  private ObjectNode put(ApiPath path, ApiRequest request) {
    requireSubresource(path);
    var live = live(path);
    var wanted = body(request);
    return path.subresource().equals(ResourceType.SCALE)
        ? scale(path, live, wanted, request)
        : writes.replace(path, live, wanted, request.writeOptions());
  }

  private ObjectNode scale(ApiPath path, ObjectNode live, ObjectNode scale, ApiRequest request) {
    var scaled = Scale.applied(live, scale);
    return Scale.of(writes.replace(path, live, scaled, request.writeOptions()));
  }

  private Answer patch(ApiPath path, ApiRequest request) {
    requireSubresource(path);
    if (request.mediaType().equals(Patches.APPLY)) {
      return apply(path, request);
    }
    var live = live(path);
    var patch = Json.read(request.body());
    if (path.subresource().equals(ResourceType.SCALE)) {
      var scale = Patches.patched(Scale.of(live), request.mediaType(), patch, path.type());
      return new Answer(OK, scale(path, live, scale, request));
    }
    var wanted = Patches.patched(live, request.mediaType(), patch, path.type());
    return new Answer(OK, writes.replace(path, live, wanted, request.writeOptions()));
  }

  private Answer apply(ApiPath path, ApiRequest request) {
    if (request.query().text("fieldManager", "").isEmpty()) {
      throw ApiException.badRequest("fieldManager is required for apply patch");
    }
    var applied = Json.asObject(Json.readYaml(request.body()));
    var live = store.find(path.key());
    if (live.isPresent()) {
      return new Answer(OK, writes.apply(path, live.get(), applied, request.writeOptions()));
    }
    if (!path.subresource().isEmpty()) {
      throw ApiException.notFound(path.type(), path.name());
    }
    return new Answer(CREATED, writes.applyNew(path, applied, request.writeOptions()));
  }

  private JsonNode delete(ApiPath path, ApiRequest request) {
    var options = deletionRequest(request);
    if (!path.isCollection()) {
      if (request.writeOptions().dryRun()) {
        return live(path);
      }
      return deletion.delete(path.type(), path.key(), options);
    }
    for (var object : store.select(request.selection(path))) {
      deletion.delete(path.type(), ObjectKey.of(path.type(), object), options);
    }
    return success();
  }

  private static Deletion.Request deletionRequest(ApiRequest request) {
    var body = request.body().length == 0 ? Json.object() : body(request);
    var grace =
        body.has("gracePeriodSeconds")
            ? OptionalLong.of(body.path("gracePeriodSeconds").asLong())
            : request.query().number("gracePeriodSeconds");
    var policy =
        body.path("propagationPolicy").asText(request.query().text("propagationPolicy", ""));
    var preconditions = body.path("preconditions");
    return new Deletion.Request(
        grace,
        policy.equals("Orphan"),
        preconditions.path("uid").asText(),
        preconditions.path("resourceVersion").asText());
  }

  private static ObjectNode body(ApiRequest request) {
    return Json.asObject(
        request.mediaType().contains("yaml")
            ? Json.readYaml(request.body())
            : Json.read(request.body()));
  }

  private static ObjectNode success() {
    return Json.object().put("kind", "Status").put("apiVersion", "v1").put("status", "Success");
  }
}
