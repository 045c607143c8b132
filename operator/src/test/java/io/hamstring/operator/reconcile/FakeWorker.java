package io.hamstring.operator.reconcile;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.hamstring.contract.report.WorkerReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;

/** Answers like a worker, with whatever it is told to say. */
final class FakeWorker implements AutoCloseable {

  private static final ObjectMapper MAPPER =
      JsonMapper.builder().addModule(new JavaTimeModule()).build();

  private final HttpServer server;
  private final AtomicInteger asked = new AtomicInteger();
  private volatile WorkerReport report;

  FakeWorker(WorkerReport first) {
    report = first;
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException noPort) {
      throw new UncheckedIOException(noPort);
    }
    server.createContext("/report", this::answer);
    server.start();
  }

  private void answer(HttpExchange exchange) throws IOException {
    asked.incrementAndGet();
    try (exchange) {
      if (report == null) {
        exchange.sendResponseHeaders(503, -1);
        return;
      }
      var body = MAPPER.writeValueAsBytes(report);
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  /** What it says from now on; null for nothing. */
  void says(WorkerReport next) {
    report = next;
  }

  /** How often it was asked. */
  int asked() {
    return asked.get();
  }

  int port() {
    return server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
