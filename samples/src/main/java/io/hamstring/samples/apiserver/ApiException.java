package io.hamstring.samples.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** A request that the API refuses, in its own terms. */
final class ApiException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int code;
  private final String reason;

  private ApiException(int code, String reason, String message) {
    super(message);
    this.code = code;
    this.reason = reason;
  }

  static ApiException notFound(ResourceType type, String name) {
    return new ApiException(404, "NotFound", type.id() + " \"" + name + "\" not found");
  }

  static ApiException noSuchPath(String path) {
    return new ApiException(
        404, "NotFound", "the server could not find the requested resource: " + path);
  }

  static ApiException alreadyExists(ResourceType type, String name) {
    return new ApiException(409, "AlreadyExists", type.id() + " \"" + name + "\" already exists");
  }

  static ApiException stale(ResourceType type, String name) {
    return new ApiException(
        409,
        "Conflict",
        "Operation cannot be fulfilled on "
            + type.id()
            + " \""
            + name
            + "\": the object has been modified; please apply your changes to the latest version"
            + " and try again");
  }

  static ApiException ownedByOthers(String message) {
    return new ApiException(409, "Conflict", message);
  }

  static ApiException badRequest(String message) {
    return new ApiException(400, "BadRequest", message);
  }

  static ApiException invalid(String message) {
    return new ApiException(422, "Invalid", message);
  }

  static ApiException methodNotAllowed(String method) {
    return new ApiException(
        405, "MethodNotAllowed", "the server does not allow " + method + " on this resource");
  }

  static ApiException unsupportedMediaType(String type) {
    return new ApiException(
        415, "UnsupportedMediaType", "the server does not read bodies of type " + type);
  }

  static ApiException gone() {
    return new ApiException(410, "Expired", "the resource version is too old: list again");
  }

  static ApiException internal(RuntimeException cause) {
    var exception = new ApiException(500, "InternalError", "internal error: " + cause);
    exception.initCause(cause);
    return exception;
  }

  int code() {
    return code;
  }

  /** The {@code Status} object that answers the request. */
  ObjectNode toStatus() {
    return Json.object()
        .put("kind", "Status")
        .put("apiVersion", "v1")
        .put("status", "Failure")
        .put("message", getMessage())
        .put("reason", reason)
        .put("code", code)
        .<ObjectNode>set("metadata", Json.object());
  }
}
