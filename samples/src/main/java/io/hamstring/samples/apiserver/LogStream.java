package io.hamstring.samples.apiserver;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

/** Sends what a container printed, for {@code kubectl logs}. */
final class LogStream {

  private static final long LOOK_EVERY_MILLIS = 200;
  private static final int CHUNK = 64 * 1024;

  private final ObjectStore store;
  private volatile LogSource source = LogSource.NONE;

  LogStream(ObjectStore store) {
    this.store = store;
  }

  void from(LogSource other) {
    source = other;
  }

  void send(HttpExchange exchange, ApiPath path, Query query) throws IOException {
    var file =
        source
            .find(
                path.namespace(), path.name(), query.text("container", ""), query.flag("previous"))
            .filter(Files::exists)
            .orElseThrow(() -> ApiException.notFound(path.type(), path.name()));
    exchange.getResponseHeaders().set("Content-Type", "text/plain");
    exchange.sendResponseHeaders(200, 0);
    var out = exchange.getResponseBody();
    var sent = copy(file, start(file, query), out);
    try {
      while (query.flag("follow") && !store.isClosed() && store.find(path.key()).isPresent()) {
        store.awaitAfter(store.version(), LOOK_EVERY_MILLIS);
        sent = copy(file, sent, out);
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private static long start(Path file, Query query) throws IOException {
    var lines = query.number("tailLines");
    if (lines.isEmpty()) {
      return 0;
    }
    try (var content = new RandomAccessFile(file.toFile(), "r")) {
      // The line feed that ends the last line begins no further one.
      var ends = 0L;
      for (var position = content.length() - 1; position > 0; position--) {
        content.seek(position - 1);
        if (content.read() == '\n' && ++ends == lines.getAsLong()) {
          return position;
        }
      }
      return 0;
    }
  }

  private static long copy(Path file, long from, OutputStream out) throws IOException {
    try (var content = new RandomAccessFile(file.toFile(), "r")) {
      content.seek(from);
      var chunk = new byte[CHUNK];
      var position = from;
      for (var read = content.read(chunk); read > 0; read = content.read(chunk)) {
        out.write(chunk, 0, read);
        position += read;
      }
      out.flush();
      return position;
    }
  }
}
