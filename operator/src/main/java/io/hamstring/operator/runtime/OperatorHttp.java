package io.hamstring.operator.runtime;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Serves {@code /livez}, {@code /readyz} and {@code /metrics} on threads of its own. */
public final class OperatorHttp implements AutoCloseable {

  private static final int THREADS = 2;

  private final HttpServer server;
  private final ExecutorService threads;

  private OperatorHttp(HttpServer server, ExecutorService threads) {
    this.server = server;
    this.threads = threads;
  }

  /** Begins to serve; port 0 picks a free one. */
  public static OperatorHttp serve(
      String address,
      int port,
      BooleanSupplier live,
      BooleanSupplier ready,
      Supplier<String> metrics) {
    try {
      var server = HttpServer.create(new InetSocketAddress(address, port), 0);
      var threads =
          Executors.newFixedThreadPool(
              THREADS,
              task -> {
                var thread = new Thread(task, "http");
                thread.setDaemon(true);
                return thread;
              });
      server.setExecutor(threads);
      server.createContext("/livez", exchange -> answer(exchange, live));
      server.createContext("/readyz", exchange -> answer(exchange, ready));
      server.createContext(
          "/metrics",
          exchange -> answer(exchange, 200, "text/plain; version=0.0.4", metrics.get()));
      server.start();
      return new OperatorHttp(server, threads);
    } catch (IOException taken) {
      throw new UncheckedIOException("cannot serve HTTP on " + address + ":" + port, taken);
    }
  }

  private static void answer(HttpExchange exchange, BooleanSupplier fine) throws IOException {
    var isFine = fine.getAsBoolean();
    answer(exchange, isFine ? 200 : 503, "text/plain", isFine ? "ok\n" : "no\n");
  }

  private static void answer(HttpExchange exchange, int code, String type, String text)
      throws IOException {
    try (exchange) {
      var body = text.getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", type);
      exchange.sendResponseHeaders(code, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  /** The port it serves on. */
  public int port() {
    return server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
