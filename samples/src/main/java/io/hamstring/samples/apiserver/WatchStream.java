package io.hamstring.samples.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Changes of a selection, sent as they happen. Occupies one thread for as long as it lasts. */
record WatchStream(ObjectStore store, ApiPath path, ApiRequest request) {

  // The API server's own range is 30 to 60 min.
  private static final Duration LONGEST = Duration.ofMinutes(30);
  private static final Duration BOOKMARK_EVERY = Duration.ofSeconds(20);

  void send(HttpExchange exchange) throws IOException {
    var seen = request.query().number("resourceVersion").orElse(0);
    var initial = seen == 0 || request.query().flag("sendInitialEvents");
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, 0);
    var out = exchange.getResponseBody();
    out.flush();
    try {
      follow(out, initial ? sendAll(out) : seen);
    } catch (ApiException refused) {
      write(out, new WatchEvent("ERROR", refused.toStatus()));
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private long sendAll(OutputStream out) throws IOException {
    var selection = request.selection(path);
    var present = store.exclusively(() -> new Present(store.version(), store.select(selection)));
    for (var object : present.objects()) {
      write(out, new WatchEvent("ADDED", shown(object)));
    }
    if (request.query().flag("sendInitialEvents")) {
      write(out, bookmark(present.version(), true));
    }
    return present.version();
  }

  private void follow(OutputStream out, long from) throws IOException, InterruptedException {
    var selection = request.selection(path);
    var seconds = request.query().number("timeoutSeconds").orElse(LONGEST.toSeconds());
    var end = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
    var bookmarks = request.query().flag("allowWatchBookmarks");
    var seen = from;
    while (!store.isClosed()) {
      var left = Duration.ofNanos(end - System.nanoTime()).toMillis();
      if (left <= 0) {
        return;
      }
      var changes = store.awaitAfter(seen, Math.min(left, BOOKMARK_EVERY.toMillis()));
      for (var change : changes) {
        seen = change.version();
        var event = change.seenBy(selection);
        if (event.isPresent()) {
          write(out, new WatchEvent(event.get().type(), shown(event.get().object())));
        }
      }
      if (changes.isEmpty() && bookmarks) {
        write(out, bookmark(store.version(), false));
      }
    }
  }

  private ObjectNode shown(ObjectNode object) {
    return request.wantsTable()
        ? new Tables(path.type(), Instant.now())
            .of(List.of(object), object.at("/metadata/resourceVersion").asText(), request.include())
        : object;
  }

  private WatchEvent bookmark(long version, boolean initialEnd) {
    var object =
        Json.object().put("kind", path.type().kind()).put("apiVersion", path.type().apiVersion());
    var metadata = object.putObject("metadata").put("resourceVersion", Long.toString(version));
    if (initialEnd) {
      metadata.putObject("annotations").put("k8s.io/initial-events-end", "true");
    }
    return new WatchEvent("BOOKMARK", object);
  }

  private static void write(OutputStream out, WatchEvent event) throws IOException {
    var line = Json.object().put("type", event.type());
    line.set("object", event.object());
    out.write(Json.write(line));
    out.write('\n');
    out.flush();
  }

  private record Present(long version, List<ObjectNode> objects) {}
}
