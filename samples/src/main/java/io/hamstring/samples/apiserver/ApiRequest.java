package io.hamstring.samples.apiserver;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.util.Optional;

/**
 * A request as the wire brought it.
 *
 * @param mediaType of the body, without parameters
 * @param accept what the client would like
 */
record ApiRequest(
    String method, Query query, String mediaType, String accept, String userAgent, byte[] body) {

  static ApiRequest of(HttpExchange exchange) throws IOException {
    return new ApiRequest(
        exchange.getRequestMethod(),
        Query.of(exchange.getRequestURI().getRawQuery()),
        header(exchange, "Content-Type").split(";", 2)[0].trim(),
        header(exchange, "Accept"),
        header(exchange, "User-Agent"),
        exchange.getRequestBody().readAllBytes());
  }

  private static String header(HttpExchange exchange, String name) {
    return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name)).orElse("");
  }

  /** Whether the first choice of the client is a table. */
  boolean wantsTable() {
    return accept.startsWith("application/json;as=Table");
  }

  String include() {
    return query.text("includeObject", "Metadata");
  }

  Selection selection(ApiPath path) {
    var fields = query.text("fieldSelector", "");
    var named = path.isCollection() ? "" : "metadata.name=" + path.name();
    return Selection.of(
        path.type(),
        path.namespace(),
        query.text("labelSelector", ""),
        fields.isEmpty() || named.isEmpty() ? fields + named : fields + "," + named);
  }

  WriteOptions writeOptions() {
    return WriteOptions.of(query, userAgent);
  }
}
