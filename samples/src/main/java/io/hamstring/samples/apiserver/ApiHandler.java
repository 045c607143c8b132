package io.hamstring.samples.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Takes requests from the wire, and answers or streams. Called by many threads. */
final class ApiHandler implements HttpHandler {

  private static final List<String> HEALTH = List.of("/healthz", "/livez", "/readyz");

  // A client that gets an answer instead of a web socket watches over plain HTTP; told by 503, as
  // would be fitting, fabric8's tries again for 20 s first.
  private static final JsonNode NO_WEB_SOCKETS =
      Json.object()
          .put("kind", "Status")
          .put("apiVersion", "v1")
          .put("message", "this server has no web sockets: watch over plain HTTP");

  private final ResourceTypes types;
  private final ObjectStore store;
  private final ObjectRequests requests;
  private final LogStream logs;

  ApiHandler(ResourceTypes types, ObjectStore store, ObjectRequests requests, LogStream logs) {
    this.types = types;
    this.store = store;
    this.requests = requests;
    this.logs = logs;
  }

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      answer(exchange);
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    try {
      var path = pathOf(exchange);
      if (HEALTH.contains(path)) {
        send(exchange, 200, "text/plain", "ok".getBytes(StandardCharsets.UTF_8));
        return;
      }
      var own = exchange.getHttpContext().getPath();
      var document = new Discovery(types).at(path).or(() -> new OpenApi(types).at(path, own));
      if (document.isPresent()) {
        sendJson(exchange, 200, document.get());
        return;
      }
      requireReadable(exchange);
      var named = ApiPath.of(path, types);
      if (named.isPresent()) {
        answerObjects(exchange, named.get());
      } else {
        answerReview(exchange, path);
      }
    } catch (ApiException refused) {
      sendJson(exchange, refused.code(), refused.toStatus());
    } catch (RuntimeException e) {
      var refused = ApiException.internal(e);
      sendJson(exchange, refused.code(), refused.toStatus());
    }
  }

  // Behind the context's own path; kubectl may put two slashes between them.
  private static String pathOf(HttpExchange exchange) {
    var whole = exchange.getRequestURI().getPath();
    var own = exchange.getHttpContext().getPath();
    return "/" + whole.substring(own.length()).replaceFirst("^/+", "");
  }

  // What kubectl's imperative commands (create, auth can-i) send.
  private static void requireReadable(HttpExchange exchange) {
    var type = exchange.getRequestHeaders().getFirst("Content-Type");
    if (type != null && type.contains("protobuf")) {
      throw ApiException.unsupportedMediaType(
          type
              + "; send JSON or YAML: kubectl create … --dry-run=client -o yaml | kubectl apply -f -");
    }
  }

  private void answerReview(HttpExchange exchange, String path) throws IOException {
    if (!exchange.getRequestMethod().equals("POST")) {
      throw ApiException.noSuchPath(path);
    }
    var body = Json.asObject(Json.read(exchange.getRequestBody().readAllBytes()));
    sendJson(
        exchange, 201, Reviews.answer(path, body).orElseThrow(() -> ApiException.noSuchPath(path)));
  }

  private void answerObjects(HttpExchange exchange, ApiPath path) throws IOException {
    var request = ApiRequest.of(exchange);
    if (path.subresource().equals("log")) {
      logs.send(exchange, path, request.query());
    } else if (request.method().equals("GET") && request.query().flag("watch")) {
      if ("websocket".equalsIgnoreCase(exchange.getRequestHeaders().getFirst("Upgrade"))) {
        sendJson(exchange, 200, NO_WEB_SOCKETS);
        return;
      }
      new WatchStream(store, path, request).send(exchange);
    } else {
      var answer = requests.answer(path, request);
      sendJson(exchange, answer.code(), answer.body());
    }
  }

  private static void sendJson(HttpExchange exchange, int code, JsonNode body) throws IOException {
    send(exchange, code, "application/json", Json.write(body));
  }

  private static void send(HttpExchange exchange, int code, String type, byte[] body)
      throws IOException {
    if (Optional.ofNullable(exchange.getResponseHeaders().getFirst("Content-Type")).isPresent()) {
      return; // A stream that broke off has been answered already.
    }
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(code, body.length);
    exchange.getResponseBody().write(body);
  }
}
