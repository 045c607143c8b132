package io.hamstring.operator.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.fabric8.mockwebserver.dsl.HttpMethod;
import io.fabric8.mockwebserver.http.Buffer;
import io.fabric8.mockwebserver.http.MockResponse;
import io.fabric8.mockwebserver.http.RecordedRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Makes the API mock take server-side apply, as create or merge: without field ownership and
 * without removal of fields that are no longer said, but for the replicas of workloads. Remembers
 * every write.
 */
final class SsaDispatcher extends KubernetesCrudDispatcher {

  private final List<String> writes = new CopyOnWriteArrayList<>();
  private final ReplicaOwners owners = new ReplicaOwners();
  private final ReentrantLock lock = new ReentrantLock();
  private volatile String refusedPath = "";
  private volatile String forbiddenNamespace = "";
  private volatile Fault fault = new Fault("", "", 0, 0);

  private record Fault(String method, String path, int code, int times) {

    boolean concerns(RecordedRequest request) {
      var asked = request.getPath().contains("watch=true") ? "WATCH" : request.getMethod();
      return times > 0 && asked.equals(method) && request.getPath().contains(path);
    }

    Fault once() {
      return new Fault(method, path, code, times - 1);
    }

    MockResponse answer() {
      var response =
          new MockResponse()
              .setResponseCode(code)
              .setBody(
                  "{\"apiVersion\":\"v1\",\"kind\":\"Status\",\"status\":\"Failure\",\"code\":"
                      + code
                      + ",\"message\":\"planted\"}");
      return response;
    }
  }

  /** The next {@code times} requests of that method (or {@code WATCH}) and path fail. */
  void failNext(String method, String path, int code, int times) {
    fault = new Fault(method, path, code, times);
  }

  /** Answers 403 to everything in that namespace; in none if it is empty. */
  void forbid(String namespace) {
    forbiddenNamespace = namespace;
  }

  int failuresLeft() {
    return fault.times;
  }

  @Override
  public MockResponse dispatch(RecordedRequest request) {
    lock.lock();
    try {
      if (fault.concerns(request)) {
        fault = fault.once();
        return fault.answer();
      }
    } finally {
      lock.unlock();
    }
    if (!forbiddenNamespace.isEmpty()
        && request.getPath().contains("/namespaces/" + forbiddenNamespace + "/")) {
      return new Fault("", "", 403, 1).answer();
    }
    return super.dispatch(request);
  }

  /** Every write since the start: {@code PATCH /apis/…}. */
  List<String> writes() {
    return writes;
  }

  /** Answers 403 to writes whose path contains {@code part}; to none if it is empty. */
  void refuse(String part) {
    refusedPath = part;
  }

  @Override
  public MockResponse handleCreate(RecordedRequest request) {
    writes.add("POST " + request.getPath());
    return super.handleCreate(request);
  }

  @Override
  public MockResponse handleUpdate(RecordedRequest request) {
    writes.add("PUT " + request.getPath());
    return super.handleUpdate(request);
  }

  @Override
  public MockResponse handleDelete(String path) {
    writes.add("DELETE " + path);
    return super.handleDelete(path);
  }

  @Override
  public MockResponse handlePatch(RecordedRequest request) {
    writes.add("PATCH " + request.getPath());
    if (!refusedPath.isEmpty() && request.getPath().contains(refusedPath)) {
      return new MockResponse()
          .setResponseCode(403)
          .setBody(
              "{\"apiVersion\":\"v1\",\"kind\":\"Status\",\"status\":\"Failure\",\"code\":403,"
                  + "\"message\":\"exceeded quota\"}");
    }
    var type = request.getHeader("Content-Type");
    if (type == null || !type.contains("apply-patch")) {
      return super.handlePatch(request);
    }
    var body = request.getUtf8Body();
    var path = request.getPath().replaceAll("\\?.*", "");
    lock.lock();
    try {
      var isStatus = path.endsWith("/status");
      var isThere = findResource(getKey(path.replaceAll("/status$", ""))) != null;
      if (isStatus && !isThere) {
        return new MockResponse().setResponseCode(404);
      }
      if (!isThere) {
        owners.created(path, request.getPath(), Serialization.unmarshal(body, JsonNode.class));
        return super.handleCreate(
            request(request, HttpMethod.POST, path.substring(0, path.lastIndexOf('/')), body));
      }
      var stored = Serialization.unmarshal(stored(path), JsonNode.class);
      var said = Serialization.unmarshal(body, JsonNode.class);
      var replicas = owners.apply(path, request.getPath(), stored, said);
      if (replicas == ReplicaOwners.CONFLICT) {
        return new MockResponse()
            .setResponseCode(409)
            .setBody(
                "{\"apiVersion\":\"v1\",\"kind\":\"Status\",\"status\":\"Failure\",\"code\":409,"
                    + "\"reason\":\"Conflict\",\"message\":\"conflict with another manager\"}");
      }
      var merged = merged(stored, said);
      if (replicas != null) {
        ((ObjectNode) merged.get("spec")).put("replicas", replicas);
      }
      return super.handleUpdate(
          request(request, HttpMethod.PUT, path, Serialization.asJson(merged)));
    } finally {
      lock.unlock();
    }
  }

  private static RecordedRequest request(
      RecordedRequest original, HttpMethod method, String path, String body) {
    return new RecordedRequest(
        "HTTP/1.1",
        method,
        path,
        original.getHeaders(),
        new Buffer(body.getBytes(StandardCharsets.UTF_8)));
  }

  private String stored(String path) {
    return findResource(getKey(path.replaceAll("/status$", ""))).getValue();
  }

  /** The mock's own merge patch appends to lists where it should replace them. */
  private static JsonNode merged(JsonNode stored, JsonNode said) {
    if (!said.isObject() || stored == null || !stored.isObject()) {
      return said;
    }
    ObjectNode merged = stored.deepCopy();
    for (var field : said.properties()) {
      merged.set(field.getKey(), merged(stored.get(field.getKey()), field.getValue()));
    }
    return merged;
  }
}
